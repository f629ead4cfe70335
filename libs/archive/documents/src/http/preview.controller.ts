import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocumentParams } from './document.dto.js';
import { Access, Context, Describe, Errors } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { Previews } from '#archive/documents';
import { PREVIEW_RESPONSES } from './preview-responses.js';
import { PreviewQuery } from './preview.dto.js';
import { sendPreview } from './send-preview.js';

@Controller('api/organizations/:organizationId/documents/:documentId/preview')
export class PreviewController {
  constructor(private readonly previews: Previews) {}

  /**
   * A picture of one page as WebP; of a document in the trash, too. The first request for a page has it drawn and is
   * answered with 202: ask again after `Retry-After`.
   */
  @Errors(
    'document.not_found',
    'documents.preview_unavailable',
    'documents.too_many_previews',
    'documents.storage.file_damaged',
    'documents.storage.file_not_found',
    'documents.storage.unavailable',
  )
  @Get()
  @Describe(PREVIEW_RESPONSES)
  @Access.permissions('documents:read')
  async get(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Query() { page, width, v }: PreviewQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const preview = await this.previews.get(ctx, { documentId, page, width });
    const isPermanent = preview.status === 'available' && v === preview.version;
    await sendPreview(request, reply, preview, { page, cacheControl: isPermanent ? IMMUTABLE : 'private, no-cache' });
  }
}

const IMMUTABLE = 'private, max-age=31536000, immutable';

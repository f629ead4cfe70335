import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { DocumentParams } from '#http/documents';
import { Access, Context, Describe, Errors } from '#libs/http-kit';
import type { OrganizationContext } from '#libs/kernel';
import { Previews } from '#libs/previews';
import { PREVIEW_RESPONSES } from './preview-responses.js';
import { PreviewQuery } from './preview.dto.js';

const RETRY_AFTER_SECONDS = '1';
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'",
};

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
    reply.headers(HEADERS);
    if (preview.status === 'pending') {
      reply.code(202).headers({ 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'no-store' });
      return reply.send({ status: 'pending' });
    }
    const etag = `"${preview.tag}"`;
    const isKnown = fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag });
    const picture = isKnown ? undefined : await preview.read();
    // Not before it was read: an error must not be cached.
    reply.headers({ 'cache-control': v === preview.version ? IMMUTABLE : 'private, no-cache', etag });
    if (picture === undefined) return reply.code(304).send();
    reply.headers({
      'content-type': 'image/webp',
      'content-disposition': `inline; filename="page-${page}.webp"`,
    });
    return reply.send(picture);
  }
}

const IMMUTABLE = 'private, max-age=31536000, immutable';

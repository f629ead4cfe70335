import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocumentsConfig } from '#config/documents';
import { Access, Context, Describe, Errors, FILE_RESPONSES, sendFile } from '#ground/http-kit';
import { DocumentsService } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { DocumentParams } from './document.dto.js';

@Controller('api/organizations/:organizationId/documents/:documentId/file')
export class DocumentFileController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly config: DocumentsConfig,
  ) {}

  /**
   * The stored file, byte for byte, as an attachment; `Range`, `If-Range` and `If-None-Match` are honoured. It may
   * take as long as the client keeps reading.
   */
  @Errors(
    'document.not_found',
    'documents.storage.file_damaged',
    'documents.storage.file_not_found',
    'documents.storage.unavailable',
    'document.range_not_satisfiable',
  )
  @Get()
  @Describe(FILE_RESPONSES)
  @Access.permissions('documents:read')
  async download(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.documents.file(ctx, documentId);
    await sendFile(request, reply, file, { stallTimeoutMs: this.config.downloadStallTimeoutMs });
  }
}

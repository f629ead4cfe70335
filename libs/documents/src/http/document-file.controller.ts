import { Readable } from 'node:stream';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { DocumentsConfig } from '#config/documents';
import { Access, Context, Describe, Errors } from '#libs/http-kit';
import { DocumentsService, RangeNotSatisfiable } from '#libs/documents';
import type { OrganizationContext } from '#libs/kernel';
import { attachmentHeader } from './attachment-header.js';
import { parseRange } from './byte-range.js';
import { DocumentParams } from './document.dto.js';
import { FILE_RESPONSES } from './file-responses.js';
import { sendDownload } from './file-download.js';

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
    const etag = `"${file.sha256}"`;
    reply.headers({
      'content-type': 'application/octet-stream',
      'content-disposition': attachmentHeader(file.name),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag,
    });
    // Only this header: `fetch` adds `cache-control: no-cache` to it, which must not cost a 304.
    if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) return reply.code(304).send();
    const ifRange = request.headers['if-range'];
    // The whole tag: a weak one, or a date, does not prove that the bytes are the same.
    const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, file.size) : undefined;
    if (range === 'unsatisfiable') {
      reply.header('content-range', `bytes */${file.size}`);
      throw RangeNotSatisfiable();
    }
    if (range) {
      reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
    }
    reply.header('content-length', range ? range.end - range.start + 1 : file.size);
    if (request.method === 'HEAD') return reply.send(Readable.from([])); // keeps the length, unlike no body at all
    await sendDownload(reply, await file.open(range), this.config.downloadStallTimeoutMs);
  }
}

import { Readable } from 'node:stream';
import { Controller, Delete, Get, HttpCode, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocumentsConfig } from '#config/documents';
import { DocumentArchives, WriteArchive, type DocumentArchive } from '#archive/document-archives';
import {
  Access,
  attachmentHeader,
  Context,
  Describe,
  DOWNLOAD_HEADERS,
  Errors,
  sendDownload,
  sendFile,
} from '#ground/http-kit';
import { userIdOf, type OrganizationContext } from '#ground/kernel';
import { ArchivePlaces } from './archive-places.js';
import { ARCHIVE_RESPONSES } from './archive-responses.js';
import { DocumentArchiveParams } from './document-archive.dto.js';

const ZIP = 'application/zip';

@Controller('api/organizations/:organizationId/document-archives/:archiveId')
export class DocumentArchivesController {
  constructor(
    private readonly config: DocumentsConfig,
    private readonly archives: DocumentArchives,
    private readonly writer: WriteArchive,
    private readonly places: ArchivePlaces,
  ) {}

  /**
   * The archive as an attachment. It holds the documents that still exist and are not in the trash; `manifest.json` at its
   * end lists all, with what is wrong with some. A prepared archive honours `Range`. A few archives are streamed at a time:
   * `HEAD` says without a download whether there is a place.
   */
  @Errors(
    'document_archives.not_found',
    'document_archives.expired',
    'document_archives.not_ready',
    'document_archives.too_many_of_user',
    'document_archives.too_many_streams',
    'documents.storage.file_damaged',
    'documents.storage.file_not_found',
    'documents.storage.unavailable',
    'document.range_not_satisfiable',
  )
  @Get('file')
  @Describe(ARCHIVE_RESPONSES)
  @Access.permissions('documents:read')
  async download(
    @Param() { archiveId }: DocumentArchiveParams,
    @Context() ctx: OrganizationContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const archive = await this.archives.find(ctx, archiveId);
    const { downloadStallTimeoutMs: stallTimeoutMs } = this.config;
    const file = await this.archives.preparedFile(archive);
    if (file) return sendFile(request, reply, file, { headers: { 'content-type': ZIP }, stallTimeoutMs });
    const userId = userIdOf(ctx) ?? '';
    if (request.method !== 'HEAD') return this.#stream(archive, userId, reply);
    this.places.assertFree(userId);
    return reply.headers(headersOf(archive)).send(Readable.from([]));
  }

  /** Deletes an archive before it expires. The task that prepares it is cancelled. */
  @Errors('document_archives.not_found')
  @Delete()
  @HttpCode(204)
  @Access.permissions('documents:read')
  @Access.role('viewer')
  async delete(@Param() { archiveId }: DocumentArchiveParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.archives.delete(ctx, archiveId);
  }

  async #stream(archive: DocumentArchive, userId: string, reply: FastifyReply): Promise<void> {
    const leave = this.places.take(userId);
    try {
      const bytes = await this.writer.open(archive, { needsSession: true });
      reply.headers(headersOf(archive));
      await sendDownload(reply, bytes, this.config.downloadStallTimeoutMs);
    } finally {
      leave();
    }
  }
}

function headersOf({ fileName }: DocumentArchive): Record<string, string> {
  return {
    'content-type': ZIP,
    'content-disposition': attachmentHeader(fileName),
    ...DOWNLOAD_HEADERS,
    'cache-control': 'no-store',
    'accept-ranges': 'none',
  };
}

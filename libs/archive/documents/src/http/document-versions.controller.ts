import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocumentVersions } from '#archive/documents';
import { DocumentsConfig } from '#config/documents';
import { Access, Context, Describe, Errors, FILE_RESPONSES, sendFile } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { DocumentParams } from './document.dto.js';
import { EditPagesBody, VersionParams } from './document-versions.dto.js';
import { versionsView, type RestoredVersionView, type VersionsView } from './document-versions.view.dto.js';

@Controller('api/organizations/:organizationId/documents/:documentId')
export class DocumentVersionsController {
  constructor(
    private readonly versions: DocumentVersions,
    private readonly config: DocumentsConfig,
  ) {}

  /**
   * Makes a new version of the document of pages of its PDF, which are turned, put in another order and left out: a
   * background task, whose result has `version`. The file before stays as a version, and the text is read again. When the
   * file is protected or damaged, or another document has the result, nothing is changed and the task fails with the reason.
   */
  @Errors(
    'document.not_found',
    'document.being_read',
    'document.retention_locked',
    'document.file_changed',
    'document.pages_not_editable',
    'document.too_many_versions',
    'document.version_in_trash',
    'tasks.limit_reached',
  )
  @Post('pages')
  @HttpCode(202)
  @Access.permissions('documents:update')
  async editPages(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Body() { pages, sha256 }: EditPagesBody,
  ): Promise<{ taskId: string }> {
    const selected = pages.map(({ page, rotate: turn = 0 }) => ({ page, turn }));
    return { taskId: await this.versions.requestPages(ctx, documentId, selected, sha256) };
  }

  /** The files that the document has had; the first in the list is its file. */
  @Errors('document.not_found')
  @Get('versions')
  @Access.permissions('documents:read')
  async list(@Param() { documentId }: DocumentParams, @Context() ctx: OrganizationContext): Promise<VersionsView> {
    return versionsView(await this.versions.list(ctx, documentId));
  }

  /** The file of a version, byte for byte, as the file of the document is sent. */
  @Errors(
    'document.version_not_found',
    'documents.storage.file_damaged',
    'documents.storage.file_not_found',
    'documents.storage.unavailable',
    'document.range_not_satisfiable',
  )
  @Get('versions/:number/file')
  @Describe(FILE_RESPONSES)
  @Access.permissions('documents:read')
  async download(
    @Param() { documentId, number }: VersionParams,
    @Context() ctx: OrganizationContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.versions.file(ctx, documentId, number);
    await sendFile(request, reply, file, { stallTimeoutMs: this.config.downloadStallTimeoutMs });
  }

  /**
   * Gives the document the file of an earlier version: as a new version, so that the one before stays. The text is read
   * again. Refused when another document has that content meanwhile.
   */
  @Errors(
    'document.not_found',
    'document.already_exists',
    'document.being_read',
    'document.retention_locked',
    'document.too_many_versions',
    'document.version_in_trash',
    'document.version_is_current',
    'document.version_not_found',
  )
  @Post('versions/:number/restore')
  @HttpCode(200)
  @Access.permissions('documents:update')
  async restore(
    @Param() { documentId, number }: VersionParams,
    @Context() ctx: OrganizationContext,
  ): Promise<RestoredVersionView> {
    return { version: await this.versions.restore(ctx, documentId, number) };
  }
}

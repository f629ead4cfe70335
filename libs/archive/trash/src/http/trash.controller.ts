import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { PrefersAsync, startedTask, type StartedTask } from '#archive/batches/http';
import {
  BATCH_TIMEOUT_MS,
  BatchBody,
  DocumentParams,
  documentView,
  filterOf,
  type DocumentsView,
  type TrashedDocumentsView,
} from '#archive/documents/http';
import { Batches } from '#archive/batches';
import { Access, Context, Describe, Errors, LIST_BODY_BYTES, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { PurgeService, RestoreDocuments, TrashDocuments, TrashService } from '#archive/trash';
import { PurgeBody, TrashQuery, type PurgedDocumentsView } from './trash.dto.js';

@Controller('api/organizations/:organizationId/documents')
export class TrashController {
  constructor(
    private readonly trashService: TrashService,
    private readonly purges: PurgeService,
    private readonly batches: Batches,
    private readonly trashDocuments: TrashDocuments,
    private readonly restoreDocuments: RestoreDocuments,
  ) {}

  /**
   * The trash, last trashed first unless it is sorted, whole or the documents with `name` in their name. Texts are left out where a page of them would be
   * too long for one response.
   */
  @Get('deleted')
  @Access.permissions('documents:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() { name, sortField, sortOrder, pageIndex, pageSize }: TrashQuery,
  ): Promise<DocumentsView> {
    const sort = { field: sortField, order: sortOrder };
    const { documents, documentsCount } = await this.trashService.list(ctx, { name, sort, pageIndex, pageSize });
    return { documents: documents.map(documentView), documentsCount };
  }

  /** Moves a document to the trash. */
  @Errors('document.not_found')
  @Delete(':documentId')
  @HttpCode(204)
  @Describe({ operationId: 'documents.trash' }) // generated clients have a method of this name
  @Access.permissions('documents:delete')
  async trash(@Param() { documentId }: DocumentParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.trashService.trash(ctx, documentId);
  }

  /**
   * Moves documents to the trash; those that are there already are left out of the response. More than 1,000 documents
   * are moved in the background. When too many searches wait, nothing is changed.
   */
  @Errors(
    'documents.batch.documents_not_from_organization',
    'server.too_many_requests',
    'server.busy',
    'search.unavailable',
    'tasks.limit_reached',
  )
  @Post('batch/trash')
  @HttpCode(200)
  @Describe({ operationId: 'documentBatch.trash' }) // generated clients have a method of this name
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:delete')
  async trashMany(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter }: BatchBody,
    @PrefersAsync() prefersAsync: boolean,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TrashedDocumentsView | StartedTask> {
    const request = { filter: filterOf(filter), parameters: {}, prefersAsync };
    const { taskId, changes } = await this.batches.request(ctx, this.trashDocuments, request);
    if (taskId !== undefined) return startedTask(reply, taskId, prefersAsync);
    const trashed = changes.map(({ documentId }) => documentId);
    return { trashedDocumentIds: trashed, trashedCount: trashed.length };
  }

  /**
   * Takes documents out of the trash: those that are named, or all of it with an empty query; another query is refused.
   * Active documents are left as they are. More than 100 documents, or more than 8 MB of text, are
   * restored in the background.
   */
  @Errors('documents.batch.documents_not_from_organization', 'documents.batch.only_whole_trash', 'tasks.limit_reached')
  @Post('batch/restore')
  @HttpCode(204)
  @Describe({ operationId: 'documentBatch.restore' })
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:delete')
  async restoreMany(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter }: BatchBody,
    @PrefersAsync() prefersAsync: boolean,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedTask | undefined> {
    const request = { filter: filterOf(filter), parameters: {}, prefersAsync };
    const { taskId } = await this.batches.request(ctx, this.restoreDocuments, request);
    return taskId === undefined ? undefined : startedTask(reply, taskId, prefersAsync);
  }

  /** Takes a document out of the trash as it was. */
  @Errors('document.not_found', 'document.not_deleted')
  @Post(':documentId/restore')
  @HttpCode(204)
  @Access.permissions('documents:delete')
  async restore(@Param() { documentId }: DocumentParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.trashService.restore(ctx, documentId);
  }

  /** Removes a document of the trash permanently, unless it is on legal hold or locked by a retention rule. */
  @Errors('document.not_found', 'document.not_deleted', 'document.on_hold', 'document.retention_locked')
  @Delete('trash/:documentId')
  @HttpCode(204)
  @Access.permissions('documents:delete')
  async purge(@Param() { documentId }: DocumentParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.purges.purgeOne(ctx, documentId);
  }

  /**
   * Permanently removes those of the documents that are in the trash, not on legal hold and not locked by a retention rule. The others stay, and are left
   * out of the response.
   */
  @Errors('documents.batch.documents_not_from_organization')
  @Post('trash/purge')
  @HttpCode(200)
  @Describe({ operationId: 'trash.purgeMany' })
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:delete')
  async purgeMany(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { documentIds }: PurgeBody,
  ): Promise<PurgedDocumentsView> {
    const { purgedIds, heldCount } = await this.purges.purgeMany(ctx, documentIds);
    return { purgedDocumentIds: purgedIds, purgedCount: purgedIds.length, ...(heldCount > 0 && { heldCount }) };
  }

  /**
   * Permanently removes all that is in the trash now. A large trash is emptied in the background after the response.
   * Documents that are on legal hold or locked by a retention rule stay; the header `Held-Documents` of the response is their number, if there are any.
   */
  @Delete('trash')
  @HttpCode(204)
  @Access.permissions('documents:delete')
  async empty(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const heldCount = await this.purges.emptyTrash(ctx);
    if (heldCount > 0) reply.header('held-documents', String(heldCount));
  }
}

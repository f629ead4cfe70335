import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { BATCH_TIMEOUT_MS, BatchBody, filterOf } from '#archive/documents/http';
import { Batches, ChangeDates, ChangeInbox, PreviewBatch } from '#archive/batches';
import {
  Access,
  clientDisconnected,
  Context,
  Describe,
  Errors,
  type Integer,
  LIST_BODY_BYTES,
  OrganizationParams,
} from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { BatchDateBody, BatchInboxBody } from './batches.dto.js';
import type { ChangedDocumentsView } from './batches.view.dto.js';
import { PrefersAsync, startedTask, type StartedTask } from './started-task.js';

@Controller('api/organizations/:organizationId/documents/batch')
export class BatchesController {
  constructor(
    private readonly batches: Batches,
    private readonly changeDates: ChangeDates,
    private readonly changeInbox: ChangeInbox,
    private readonly previews: PreviewBatch,
  ) {}

  /** How many documents a batch with this filter would have now. */
  @Errors(
    'documents.batch.documents_not_from_organization',
    'server.too_many_requests',
    'server.busy',
    'search.unavailable',
  )
  @Post('preview')
  @HttpCode(200)
  @Describe({ operationId: 'documentBatch.preview' })
  @RouteConfig({ bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:read')
  @Access.role('viewer')
  async preview(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter }: BatchBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ documentsCount: Integer }> {
    return { documentsCount: await this.previews.execute(ctx, filterOf(filter), clientDisconnected(reply)) };
  }

  /**
   * Sets the date of documents, or takes it away. More than 1,000 documents are changed in the background. When too many
   * searches wait, nothing is changed.
   */
  @Errors(
    'documents.batch.documents_not_from_organization',
    'server.too_many_requests',
    'server.busy',
    'search.unavailable',
    'tasks.limit_reached',
  )
  @Post('date')
  @HttpCode(204)
  @Describe({ operationId: 'documentBatch.date' })
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:update')
  async date(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter, documentDate }: BatchDateBody,
    @PrefersAsync() prefersAsync: boolean,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedTask | undefined> {
    const parameters = { documentDate: documentDate?.toISOString() ?? null };
    const request = { filter: filterOf(filter), parameters, prefersAsync };
    const { taskId } = await this.batches.request(ctx, this.changeDates, request);
    return taskId === undefined ? undefined : startedTask(reply, taskId, prefersAsync);
  }

  /**
   * Confirms documents, which leave the inbox, or puts them back; the response leaves out those that were so already. More
   * than 1,000 documents are changed in the background. When too many searches wait, nothing is changed.
   */
  @Errors(
    'documents.batch.documents_not_from_organization',
    'server.too_many_requests',
    'server.busy',
    'search.unavailable',
    'tasks.limit_reached',
  )
  @Post('inbox')
  @HttpCode(200)
  @Describe({ operationId: 'documentBatch.inbox' })
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:update')
  async inbox(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter, isInInbox }: BatchInboxBody,
    @PrefersAsync() prefersAsync: boolean,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangedDocumentsView | StartedTask> {
    const request = { filter: filterOf(filter), parameters: { isInInbox }, prefersAsync };
    const { taskId, changes } = await this.batches.request(ctx, this.changeInbox, request);
    if (taskId !== undefined) return startedTask(reply, taskId, prefersAsync);
    const changed = changes.map(({ documentId }) => documentId);
    return { changedDocumentIds: changed, changedCount: changed.length };
  }
}

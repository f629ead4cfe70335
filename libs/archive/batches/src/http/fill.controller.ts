import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { FillDocuments } from '#archive/batches';
import { BATCH_TIMEOUT_MS, BatchBody, filterOf } from '#archive/documents/http';
import { Access, clientDisconnected, Context, Describe, Errors, LIST_BODY_BYTES } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { FillParams, proposedDocumentView, type ProposedValuesView } from './fill.dto.js';
import { PrefersAsync, startedTask, type StartedTask } from './started-task.js';

@Controller('api/organizations/:organizationId/documents/batch/fill/:finder')
export class FillController {
  constructor(private readonly fillDocuments: FillDocuments) {}

  /** What would be found in the first 100 documents of a filter. Nothing is changed. */
  @Errors(
    'documents.batch.documents_not_from_organization',
    'server.too_many_requests',
    'server.busy',
    'search.unavailable',
  )
  @Post('preview')
  @HttpCode(200)
  @Describe({ operationId: 'documentBatch.previewFill' })
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:read')
  @Access.role('viewer')
  async preview(
    @Param() { finder }: FillParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter }: BatchBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProposedValuesView> {
    const signal = clientDisconnected(reply);
    const { proposed, ...counts } = await this.fillDocuments.preview(ctx, finder, filterOf(filter), signal);
    return { ...counts, documents: proposed.map(proposedDocumentView) };
  }

  /**
   * Gives existing documents what new ones get: dates, details of invoices, or tags and options that were learned, as the
   * organization has chosen. Only what is empty or was found before is filled; what someone has set or removed stays. More
   * than 100 documents are looked at in the background.
   */
  @Errors(
    'documents.batch.documents_not_from_organization',
    'server.too_many_requests',
    'server.busy',
    'search.unavailable',
    'tasks.limit_reached',
  )
  @Post()
  @HttpCode(204)
  @Describe({ operationId: 'documentBatch.fill' })
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:update')
  async fill(
    @Param() { finder }: FillParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter }: BatchBody,
    @PrefersAsync() prefersAsync: boolean,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedTask | undefined> {
    const taskId = await this.fillDocuments.request(ctx, finder, { filter: filterOf(filter), prefersAsync });
    return taskId === undefined ? undefined : startedTask(reply, taskId, prefersAsync);
  }
}

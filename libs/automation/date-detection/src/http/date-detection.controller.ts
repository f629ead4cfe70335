import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { Batches, PreviewBatch } from '#archive/batches';
import { PrefersAsync, startedTask, type StartedTask } from '#archive/batches/http';
import { BATCH_TIMEOUT_MS, BatchBody, filterOf } from '#archive/documents/http';
import { FindDatesOfDocuments } from '#automation/date-detection';
import {
  Access,
  clientDisconnected,
  Context,
  Describe,
  Errors,
  LIST_BODY_BYTES,
  OrganizationParams,
} from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { proposedDateView, type ProposedDatesView } from './date-detection.view.dto.js';

@Controller('api/organizations/:organizationId/documents/batch/found-dates')
export class DateDetectionController {
  constructor(
    private readonly batches: Batches,
    private readonly previews: PreviewBatch,
    private readonly findDates: FindDatesOfDocuments,
  ) {}

  /** The dates that would be found in the first 100 documents of a filter. Nothing is changed. */
  @Errors(
    'documents.batch.documents_not_from_organization',
    'server.too_many_requests',
    'server.busy',
    'search.unavailable',
  )
  @Post('preview')
  @HttpCode(200)
  @Describe({ operationId: 'documentBatch.previewFoundDates' })
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:read')
  @Access.role('viewer')
  async preview(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter }: BatchBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProposedDatesView> {
    const documentsCount = await this.previews.execute(ctx, filterOf(filter), clientDisconnected(reply));
    const { lookedAtCount, proposed } = await this.findDates.preview(ctx, filterOf(filter));
    return { documentsCount, lookedAtCount, proposedDates: proposed.map(proposedDateView) };
  }

  /**
   * Looks for the dates of documents that have none, or one that was found, and sets them. A date that someone has set or
   * removed stays. More than 100 documents are looked at in the background.
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
  @Describe({ operationId: 'documentBatch.findDates' })
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:update')
  async find(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter }: BatchBody,
    @PrefersAsync() prefersAsync: boolean,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedTask | undefined> {
    const request = { filter: filterOf(filter), parameters: {}, prefersAsync };
    const { taskId } = await this.batches.request(ctx, this.findDates, request);
    return taskId === undefined ? undefined : startedTask(reply, taskId, prefersAsync);
  }
}

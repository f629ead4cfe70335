import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { PrefersAsync, startedTask, type StartedTask } from '#archive/batches/http';
import { BATCH_TIMEOUT_MS, filterOf } from '#archive/documents/http';
import { Batches } from '#archive/batches';
import { ChangeTags } from '#archive/metadata';
import { Access, Context, Describe, Errors, InvalidBody, LIST_BODY_BYTES, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { BatchTagsBody } from './document-tags.dto.js';

/** Changes the tags of many documents. */
@Controller('api/organizations/:organizationId/documents/batch')
export class BatchTagsController {
  constructor(
    private readonly batches: Batches,
    private readonly changeTags: ChangeTags,
  ) {}

  /**
   * Adds tags to documents and takes others off. More than 1,000 documents are changed in the background. When too many
   * searches wait, nothing is changed.
   */
  @Errors(
    'documents.batch.documents_not_from_organization',
    'tags.not_found',
    'server.too_many_requests',
    'server.busy',
    'search.unavailable',
    'tasks.limit_reached',
  )
  @Post('tags')
  @HttpCode(204)
  @Describe({ operationId: 'documentBatch.tag' }) // generated clients have a method of this name
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:update', 'tags:read')
  async tag(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter, addTagIds = [], removeTagIds = [] }: BatchTagsBody,
    @PrefersAsync() prefersAsync: boolean,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedTask | undefined> {
    if (addTagIds.length + removeTagIds.length === 0) {
      throw InvalidBody({ details: [{ path: null, message: 'give at least one tag to add or to take off' }] });
    }
    const request = { filter: filterOf(filter), parameters: { addTagIds, removeTagIds }, prefersAsync };
    const { taskId } = await this.batches.request(ctx, this.changeTags, request);
    return taskId === undefined ? undefined : startedTask(reply, taskId, prefersAsync);
  }
}

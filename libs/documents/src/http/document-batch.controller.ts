import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Access, Context, InvalidBody, LIST_BODY_BYTES } from '#libs/http-kit';
import { TagDocuments } from '#libs/documents';
import type { OrganizationContext } from '#libs/kernel';
import { OrganizationParams } from './document.dto.js';
import { BatchTagsBody, filterOf } from './document-batch.dto.js';
import { BATCH_TIMEOUT_MS } from './batch-timeout.js';

/** Changes to the tags of many documents: all of them or none. */
@Controller('api/organizations/:organizationId/documents/batch')
export class DocumentBatchController {
  constructor(private readonly tagDocuments: TagDocuments) {}

  /**
   * Adds tags to documents and takes others off. 400 `documents.batch.documents_not_from_organization`,
   * 404 `tags.not_found`. Too many searches at once: 429 `server.too_many_requests`, 503 `server.busy`; then nothing
   * was changed.
   */
  @Post('tags')
  @HttpCode(204)
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:update', 'tags:read')
  async tag(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() body: BatchTagsBody,
  ): Promise<void> {
    const { filter, addTagIds = [], removeTagIds = [] } = body;
    if (addTagIds.length + removeTagIds.length === 0) {
      throw InvalidBody({ details: [{ path: null, message: 'give at least one tag to add or to take off' }] });
    }
    await this.tagDocuments.execute(ctx, filterOf(filter), { addTagIds, removeTagIds });
  }
}

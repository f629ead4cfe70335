import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { BATCH_TIMEOUT_MS, filterOf } from '#http/documents';
import { DocumentTags } from '#libs/document-tags';
import { Access, Context, Describe, Errors, InvalidBody, LIST_BODY_BYTES, OrganizationParams } from '#libs/http-kit';
import type { OrganizationContext } from '#libs/kernel';
import { BatchTagsBody } from './document-tags.dto.js';

/** Changes the tags of many documents. */
@Controller('api/organizations/:organizationId/documents/batch')
export class BatchTagsController {
  constructor(private readonly documentTags: DocumentTags) {}

  /** Adds tags to documents and takes others off. When too many searches wait, nothing is changed. */
  @Errors(
    'documents.batch.documents_not_from_organization',
    'tags.not_found',
    'server.too_many_requests',
    'server.busy',
    'search.unavailable',
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
  ): Promise<void> {
    if (addTagIds.length + removeTagIds.length === 0) {
      throw InvalidBody({ details: [{ path: null, message: 'give at least one tag to add or to take off' }] });
    }
    await this.documentTags.changeMany(ctx, filterOf(filter), { addTagIds, removeTagIds });
  }
}

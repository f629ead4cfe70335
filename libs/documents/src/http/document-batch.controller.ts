import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Access, type Actor, CurrentActor, Errors, InvalidBody, LIST_BODY_BYTES } from '#libs/http-kit';
import { TagDocuments, TrashDocuments, type DocumentFilter } from '#libs/documents';
import { OrganizationParams } from './document.dto.js';
import { BatchBody, BatchTagsBody, type BatchFilter } from './document-batch.dto.js';
import type { TrashedDocumentsView } from './document.view.dto.js';

/** A batch over a whole archive takes its time, and an answer before its end would not tell whether it happened. */
const BATCH_TIMEOUT_MS = 300_000;

/** Changes to many documents: all of them or none. */
@Controller('api/organizations/:organizationId/documents/batch')
export class DocumentBatchController {
  constructor(
    private readonly trashDocuments: TrashDocuments,
    private readonly tagDocuments: TagDocuments,
  ) {}

  /**
   * Moves documents to the trash; those that are there already are left out of the answer. When too many searches
   * wait, nothing is changed.
   */
  @Errors('documents.batch.documents_not_from_organization', 'server.too_many_requests', 'server.busy')
  @Post('trash')
  @HttpCode(200)
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:delete')
  async trash(
    @Param() params: OrganizationParams,
    @Body() body: BatchBody,
    @CurrentActor() actor: Actor,
  ): Promise<TrashedDocumentsView> {
    const trashed = await this.trashDocuments.execute(params.organizationId, filterOf(body.filter), actor.userId);
    return { trashedDocumentIds: trashed, trashedCount: trashed.length };
  }

  /** Adds tags to documents and takes others off. When too many searches wait, nothing is changed. */
  @Errors(
    'documents.batch.documents_not_from_organization',
    'tags.not_found',
    'server.too_many_requests',
    'server.busy',
  )
  @Post('tags')
  @HttpCode(204)
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:update', 'tags:read')
  async tag(
    @Param() params: OrganizationParams,
    @Body() body: BatchTagsBody,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    const { filter, addTagIds = [], removeTagIds = [] } = body;
    if (addTagIds.length + removeTagIds.length === 0) {
      throw InvalidBody({ details: [{ path: null, message: 'give at least one tag to add or to take off' }] });
    }
    const changes = { addTagIds, removeTagIds };
    await this.tagDocuments.execute(params.organizationId, filterOf(filter), changes, actor.userId);
  }
}

function filterOf({ documentIds, query = '' }: BatchFilter): DocumentFilter {
  return documentIds === undefined ? { query } : { documentIds };
}

import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Access, CurrentActor, LIST_BODY_BYTES, type Actor } from '#libs/http-kit';
import { TrashDocuments } from '#libs/documents';
import { OrganizationParams } from './document.dto.js';
import { BatchBody, filterOf } from './document-batch.dto.js';
import { BATCH_TIMEOUT_MS } from './batch-timeout.js';
import type { TrashedDocumentsView } from './document.view.dto.js';

/** Changes many documents: all of them or none. */
@Controller('api/organizations/:organizationId/documents/batch')
export class DocumentBatchController {
  constructor(private readonly trashDocuments: TrashDocuments) {}

  /**
   * Moves documents to the trash; those that are there already are left out of the answer.
   * 400 `documents.batch.documents_not_from_organization`. Too many searches at once: 429 `server.too_many_requests`,
   * 503 `server.busy`; then nothing was changed.
   */
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
}

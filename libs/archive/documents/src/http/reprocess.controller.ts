import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Access, Context, Describe, Errors, LIST_BODY_BYTES, OrganizationParams } from '#ground/http-kit';
import { ReprocessDocument, ReprocessDocuments } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { DocumentParams } from './document.dto.js';
import { filterOf } from './document-batch.dto.js';
import { ReprocessBody } from './reprocess.dto.js';

@Controller('api/organizations/:organizationId/documents/batch')
export class BatchReprocessController {
  constructor(private readonly reprocessDocuments: ReprocessDocuments) {}

  /**
   * Reads many files again, such as those that no plugin could read before: a background task. It is completed when all
   * documents are in the queue, behind new uploads; each document shows how its extraction went.
   */
  @Errors('documents.batch.documents_not_from_organization', 'tasks.limit_reached')
  @Post('reprocess')
  @HttpCode(202)
  @Describe({ operationId: 'documentBatch.reprocess' })
  @RouteConfig({ bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:update')
  async reprocess(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter, outcomes, onlyOutdated }: ReprocessBody,
  ): Promise<{ taskId: string }> {
    return { taskId: await this.reprocessDocuments.request(ctx, { ...filterOf(filter), outcomes, onlyOutdated }) };
  }
}

@Controller('api/organizations/:organizationId/documents/:documentId/reprocess')
export class ReprocessController {
  constructor(private readonly reprocessDocument: ReprocessDocument) {}

  /**
   * Reads the file again and applies the tagging rules: a background task. The text is replaced only when reading
   * gives one. A document in the trash may be read again too; it stays there.
   */
  @Errors('document.not_found', 'tasks.limit_reached')
  @Post()
  @HttpCode(202)
  @Access.permissions('documents:update')
  async reprocess(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ taskId: string }> {
    return { taskId: await this.reprocessDocument.execute(ctx, documentId) };
  }
}

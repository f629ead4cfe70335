import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { RequestMerge } from '#archive/merging';
import { assertMayControl } from '#archive/tasks';
import { Access, Context, Errors, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { MergeBody } from './merging.dto.js';

@Controller('api/organizations/:organizationId/documents/merge')
export class MergingController {
  constructor(private readonly requestMerge: RequestMerge) {}

  /**
   * Makes one PDF of the pages of PDFs and of pictures, each of which is a page: a background task, whose result has
   * `documentId`. The new document has the tags of all of them. The originals stay, unless `trashOriginals` is true, which
   * needs the permission `documents:delete`: they go to the trash in the moment in which there is the new document. When a
   * file is protected or damaged, nothing is changed and the task fails with the reason.
   */
  @Errors(
    'documents.merge_in_trash',
    'documents.merge_too_large',
    'documents.merge_unsupported',
    'documents.batch.documents_not_from_organization',
    'tasks.limit_reached',
  )
  @Post()
  @HttpCode(202)
  @Access.permissions('documents:create', 'documents:read')
  async merge(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { documentIds, name, trashOriginals = false }: MergeBody,
  ): Promise<{ taskId: string }> {
    if (trashOriginals) assertMayControl(ctx, ['documents:delete']);
    return { taskId: await this.requestMerge.execute(ctx, { documentIds, name, trashOriginals }) };
  }
}

import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { TagParams } from '#archive/tags/http';
import { Access, Context, Errors, IsId } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { RequestTagMerge } from '#automation/tagging-rules';

export class MergeTagBody {
  /** The tag that replaces the one in the address. */
  @IsId('tag') intoTagId!: string;
}

@Controller('api/organizations/:organizationId/tags/:tagId/merge')
export class TagMergeController {
  constructor(private readonly requestTagMerge: RequestTagMerge) {}

  /**
   * Merges a tag into another one: a background task, after which all documents and tagging rules with this tag have the
   * other one, and this tag is deleted. If the task is cancelled, documents that were changed stay changed.
   */
  @Errors('tags.not_found', 'tags.merged_into_itself', 'tasks.limit_reached')
  @Post()
  @HttpCode(202)
  @Access.permissions('tags:update', 'tags:delete')
  async merge(
    @Param() { tagId }: TagParams,
    @Context() ctx: OrganizationContext,
    @Body() { intoTagId }: MergeTagBody,
  ): Promise<{ taskId: string }> {
    return { taskId: await this.requestTagMerge.execute(ctx, tagId, intoTagId) };
  }
}

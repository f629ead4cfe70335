import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { DocumentParams } from '#archive/documents/http';
import { DocumentTags } from '#archive/metadata';
import { Access, Context, Errors } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { AddTagBody, DocumentTagParams } from './document-tags.dto.js';

@Controller('api/organizations/:organizationId/documents/:documentId/tags')
export class DocumentTagsController {
  constructor(private readonly documentTags: DocumentTags) {}

  /** Adds a tag. */
  @Errors('document.not_found', 'tags.not_found', 'documents.already_has_tag')
  @Post()
  @HttpCode(204)
  @Access.permissions('documents:update', 'tags:read')
  async add(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Body() { tagId }: AddTagBody,
  ): Promise<void> {
    await this.documentTags.add(ctx, { documentId, tagId });
  }

  /** Takes a tag off; nothing happens when it is not there. */
  @Errors('document.not_found', 'tags.not_found')
  @Delete(':tagId')
  @HttpCode(204)
  @Access.permissions('documents:update', 'tags:read')
  async remove(@Param() { documentId, tagId }: DocumentTagParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.documentTags.remove(ctx, { documentId, tagId });
  }
}

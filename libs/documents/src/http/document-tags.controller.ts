import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { Access, type Actor, CurrentActor, Errors } from '#libs/http-kit';
import { TagDocument } from '#libs/documents';
import { AddTagBody, DocumentParams, DocumentTagParams } from './document.dto.js';

@Controller('api/organizations/:organizationId/documents/:documentId/tags')
export class DocumentTagsController {
  constructor(private readonly tagDocument: TagDocument) {}

  /** Adds a tag. */
  @Errors('document.not_found', 'tags.not_found', 'documents.already_has_tag')
  @Post()
  @HttpCode(204)
  @Access.permissions('documents:update', 'tags:read')
  async add(@Param() params: DocumentParams, @Body() body: AddTagBody, @CurrentActor() actor: Actor): Promise<void> {
    await this.tagDocument.add(params.organizationId, params.documentId, body.tagId, actor.userId);
  }

  /** Takes a tag off; nothing happens when it is not there. */
  @Errors('document.not_found', 'tags.not_found')
  @Delete(':tagId')
  @HttpCode(204)
  @Access.permissions('documents:update', 'tags:read')
  async remove(@Param() params: DocumentTagParams, @CurrentActor() actor: Actor): Promise<void> {
    await this.tagDocument.remove(params.organizationId, params.documentId, params.tagId, actor.userId);
  }
}

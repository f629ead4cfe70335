import { Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Access, type Actor, CurrentActor, Errors, PageQueryDto } from '#libs/http-kit';
import { EmptyTrash, ListDocuments, PurgeDocuments, RestoreDocument } from '#libs/documents';
import { DocumentParams, OrganizationParams } from './document.dto.js';
import { documentView, type DocumentsView } from './document.view.dto.js';

@Controller('api/organizations/:organizationId/documents')
export class TrashController {
  constructor(
    private readonly listDocuments: ListDocuments,
    private readonly restoreDocument: RestoreDocument,
    private readonly purgeDocuments: PurgeDocuments,
    private readonly emptyTrash: EmptyTrash,
  ) {}

  /** The trash, last trashed first. Texts are left out where a page of them would be too long for one answer. */
  @Get('deleted')
  @Access.permissions('documents:read')
  async list(@Param() params: OrganizationParams, @Query() page: PageQueryDto): Promise<DocumentsView> {
    const { documents, documentsCount } = await this.listDocuments.trash(params.organizationId, page);
    return { documents: documents.map(documentView), documentsCount };
  }

  /** Takes a document out of the trash as it was. */
  @Errors('document.not_found', 'document.not_deleted')
  @Post(':documentId/restore')
  @HttpCode(204)
  @Access.permissions('documents:delete')
  async restore(@Param() params: DocumentParams, @CurrentActor() actor: Actor): Promise<void> {
    await this.restoreDocument.execute(params.organizationId, params.documentId, actor.userId);
  }

  /** Removes a document of the trash for good. */
  @Errors('document.not_found', 'document.not_deleted')
  @Delete('trash/:documentId')
  @HttpCode(204)
  @Access.permissions('documents:delete')
  async purge(@Param() params: DocumentParams): Promise<void> {
    await this.purgeDocuments.one(params.organizationId, params.documentId);
  }

  /** Removes all that is in the trash now for good. A large trash is emptied in the background after the answer. */
  @Delete('trash')
  @HttpCode(204)
  @Access.permissions('documents:delete')
  async empty(@Param() params: OrganizationParams): Promise<void> {
    await this.emptyTrash.execute(params.organizationId);
  }
}

import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import {
  Access,
  type Actor,
  CurrentActor,
  Errors,
  IfMatch,
  InvalidBody,
  PageQueryDto,
  TEXT_BODY_BYTES,
  type Integer,
  WithEntityTag,
} from '#libs/http-kit';
import { ListDocuments, ReadDocument, TrashDocument, UpdateDocument } from '#libs/documents';
import { DocumentParams, ListDocumentsQuery, OrganizationParams, UpdateDocumentBody } from './document.dto.js';
import { activitiesView, type ActivitiesView } from './activity.view.dto.js';
import { documentView, taggedDocumentView, type DocumentView } from './document.view.dto.js';
import { statisticsView, type StatisticsView } from './statistics.view.dto.js';

@Controller('api/organizations/:organizationId/documents')
export class DocumentsController {
  constructor(
    private readonly listDocuments: ListDocuments,
    private readonly readDocument: ReadDocument,
    private readonly updateDocument: UpdateDocument,
    private readonly trashDocument: TrashDocument,
  ) {}

  /**
   * Active documents that match `searchQuery`, one page of them, and how many match in all. Texts are left out.
   * Refused when too many searches of the organization, of the caller, or of all wait.
   */
  @Errors('server.too_many_requests', 'server.busy')
  @Get()
  @Access.permissions('documents:read')
  async list(
    @Param() params: OrganizationParams,
    @Query() query: ListDocumentsQuery,
    @CurrentActor() { userId }: Actor,
    @Req() request: FastifyRequest,
  ): Promise<{ documents: DocumentView[]; documentsCount: Integer }> {
    const { pageIndex, pageSize, searchQuery } = query;
    const sort = { field: query.sortField, order: query.sortOrder };
    const found = await this.listDocuments.execute(
      { organizationId: params.organizationId, userId, searchQuery, sort, pageIndex, pageSize },
      request.signal,
    );
    return { documents: found.documents.map(taggedDocumentView), documentsCount: found.documentsCount };
  }

  /** How many documents there are and how many bytes they have: active, in the trash, and both. */
  @Get('statistics')
  @Access.permissions('documents:read')
  async statistics(@Param() params: OrganizationParams): Promise<StatisticsView> {
    return statisticsView(await this.listDocuments.figures(params.organizationId));
  }

  /** One document with its text, tags and properties; a trashed one too. */
  @Errors('document.not_found')
  @Get(':documentId')
  @WithEntityTag('document')
  @Access.permissions('documents:read')
  async get(@Param() params: DocumentParams): Promise<{ document: DocumentView }> {
    return { document: taggedDocumentView(await this.readDocument.details(params.organizationId, params.documentId)) };
  }

  /** Changes name, text, date or notes; at least one. */
  @Errors('document.not_found')
  @Patch(':documentId')
  @RouteConfig({ bodyLimit: TEXT_BODY_BYTES })
  @WithEntityTag('document')
  @Access.permissions('documents:update')
  async update(
    @Param() params: DocumentParams,
    @Body() body: UpdateDocumentBody,
    @CurrentActor() actor: Actor,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<{ document: DocumentView }> {
    if (Object.values(body).every((value) => value === undefined)) {
      throw InvalidBody({
        details: [{ path: null, message: 'give at least one of name, content, documentDate, notes' }],
      });
    }
    const { organizationId, documentId } = params;
    const document = await this.updateDocument.execute(organizationId, documentId, body, actor.userId, ifMatch);
    return { document: documentView(document) };
  }

  /** Moves a document to the trash. */
  @Errors('document.not_found')
  @Delete(':documentId')
  @HttpCode(204)
  @Access.permissions('documents:delete')
  async trash(@Param() params: DocumentParams, @CurrentActor() actor: Actor): Promise<void> {
    await this.trashDocument.execute(params.organizationId, params.documentId, actor.userId);
  }

  /** What happened to a document, newest first. */
  @Errors('document.not_found')
  @Get(':documentId/activity')
  @Access.permissions('documents:read')
  async listActivity(@Param() params: DocumentParams, @Query() page: PageQueryDto): Promise<ActivitiesView> {
    return activitiesView(await this.readDocument.activity(params.organizationId, params.documentId, page));
  }
}

import { Body, Controller, Get, Param, Patch, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import {
  Access,
  Context,
  Errors,
  IfMatch,
  InvalidBody,
  OrganizationParams,
  PageQuery,
  TEXT_BODY_BYTES,
  WithEntityTag,
} from '#ground/http-kit';
import { DocumentsService, FindSimilarDocuments, UpdateDocument } from '#archive/documents';
import { inTimeZone, type OrganizationContext } from '#ground/kernel';
import { DocumentParams, ListDocumentsQuery, UpdateDocumentBody } from './document.dto.js';
import { activitiesView, type ActivitiesView } from './activity.view.dto.js';
import {
  detailedDocumentView,
  documentView,
  type DocumentView,
  type ListedDocumentsView,
} from './document.view.dto.js';
import { similarDocumentsView, type SimilarDocumentsView } from './similar.view.dto.js';
import { statisticsView, type StatisticsView } from './statistics.view.dto.js';

@Controller('api/organizations/:organizationId/documents')
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly updateDocument: UpdateDocument,
    private readonly similarDocuments: FindSimilarDocuments,
  ) {}

  /**
   * Active documents that match `searchQuery`, one page of them, and how many match in all. Texts are left out.
   * Refused when too many searches of the organization, of the caller, or of all wait.
   */
  @Errors('server.too_many_requests', 'server.busy', 'search.unavailable')
  @Get()
  @Access.permissions('documents:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() query: ListDocumentsQuery,
    @Req() request: FastifyRequest,
  ): Promise<ListedDocumentsView> {
    const { pageIndex, pageSize, searchQuery, highlight, explain } = query;
    const { sortField: field, sortOrder: order } = query;
    const sort = field === 'relevance' ? { field } : { field, order };
    const found = await this.documents.list(
      inTimeZone(ctx, query),
      { searchQuery, sort, pageIndex, pageSize, highlight, explain },
      request.signal,
    );
    return { ...found, documents: found.documents.map(detailedDocumentView) };
  }

  /** How many documents there are and how many bytes they have: active, in the trash, and both. */
  @Get('statistics')
  @Access.permissions('documents:read')
  async statistics(@Param() _params: OrganizationParams, @Context() ctx: OrganizationContext): Promise<StatisticsView> {
    return statisticsView(await this.documents.statistics(ctx));
  }

  /** One document with its text, tags and properties; a trashed one too. */
  @Errors('document.not_found')
  @Get(':documentId')
  @WithEntityTag('document')
  @Access.permissions('documents:read')
  async get(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ document: DocumentView }> {
    return { document: detailedDocumentView(await this.documents.details(ctx, documentId)) };
  }

  /** Changes name, text, date or notes, or whether it is in the inbox; at least one. */
  @Errors('document.not_found')
  @Patch(':documentId')
  @RouteConfig({ bodyLimit: TEXT_BODY_BYTES })
  @WithEntityTag('document')
  @Access.permissions('documents:update')
  async update(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Body() body: UpdateDocumentBody,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<{ document: DocumentView }> {
    if (Object.values(body).every((value) => value === undefined)) {
      throw InvalidBody({
        details: [{ path: null, message: 'give at least one of name, content, documentDate, notes, isInInbox' }],
      });
    }
    const document = await this.updateDocument.execute(ctx, documentId, body, ifMatch);
    return { document: documentView(document) };
  }

  /**
   * The active documents that are like this one, the most similar first: at most 50, which share its rare words.
   * None for a document of the trash. Refused when too many searches of the organization, of the caller, or of all wait.
   */
  @Errors('document.not_found', 'server.too_many_requests', 'server.busy', 'search.unavailable')
  @Get(':documentId/similar')
  @Access.permissions('documents:read')
  async listSimilar(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Query() page: PageQuery,
    @Req() request: FastifyRequest,
  ): Promise<SimilarDocumentsView> {
    return similarDocumentsView(await this.similarDocuments.execute(ctx, documentId, page, request.signal));
  }

  /** What happened to a document, newest first. */
  @Errors('document.not_found')
  @Get(':documentId/activity')
  @Access.permissions('documents:read')
  async listActivity(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Query() page: PageQuery,
  ): Promise<ActivitiesView> {
    return activitiesView(await this.documents.activity(ctx, documentId, page));
  }
}

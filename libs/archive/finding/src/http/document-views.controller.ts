import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CountDocumentsOfViews, DocumentViewRepository, DocumentViews, type DocumentView } from '#archive/finding';
import {
  Access,
  Context,
  Errors,
  IfMatch,
  OrganizationParams,
  WholeListQuery,
  WithEntityTag,
  type Integer,
} from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import { inTimeZone, type OrganizationContext } from '#ground/kernel';
import { ViewCountsQuery } from './document-search.dto.js';
import { DocumentViewBody, DocumentViewParams } from './document-view.dto.js';
import { documentViewView, type DocumentViewResponse, type DocumentViewView } from './document-view.view.dto.js';

@Controller('api/organizations/:organizationId/document-views')
export class DocumentViewsController {
  constructor(
    private readonly service: DocumentViews,
    private readonly views: DocumentViewRepository,
    private readonly counts: CountDocumentsOfViews,
    private readonly idempotency: Idempotency,
  ) {}

  /** Saves a search under a name. Without `isShared` all members see it, unless its parent is private. */
  @Errors(
    'document_views.already_exists',
    'document_views.limit_reached',
    'document_views.parent_not_found',
    'document_views.parent_private',
    'document_views.too_deep',
    'document_views.not_creator',
  )
  @Post()
  @HttpCode(200)
  @Access.permissions('document-views:create')
  async create(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() body: DocumentViewBody,
    @Req() request: FastifyRequest,
  ): Promise<DocumentViewResponse> {
    return this.idempotency.once(
      request,
      body,
      (tx) => this.service.create(tx, ctx, body),
      (view: DocumentView) => ({ documentView: documentViewView(view) }),
    );
  }

  /** The shared views of the organization and the private ones of the caller, newest first. */
  @Get()
  @Access.permissions('document-views:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: WholeListQuery,
  ): Promise<{ documentViews: DocumentViewView[] }> {
    return { documentViews: (await this.views.list(ctx, page)).map(documentViewView) };
  }

  /**
   * How many active documents each of these views finds, by the id of the view. Null: it could not be counted in time,
   * or too many searches wait.
   */
  @Get('counts')
  @Access.permissions('document-views:read', 'documents:read')
  async count(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() query: ViewCountsQuery,
    @Req() request: FastifyRequest,
  ): Promise<{ counts: Record<string, Integer | null> }> {
    return { counts: Object.fromEntries(await this.counts.execute(inTimeZone(ctx, query), request.signal)) };
  }

  /** One saved view. */
  @Errors('document_views.not_found')
  @Get(':documentViewId')
  @WithEntityTag('documentView')
  @Access.permissions('document-views:read')
  async get(
    @Param() { documentViewId }: DocumentViewParams,
    @Context() ctx: OrganizationContext,
  ): Promise<DocumentViewResponse> {
    return { documentView: documentViewView(await this.service.get(ctx, documentViewId)) };
  }

  /**
   * Changes a saved view; missing fields stay as they are. A shared view that becomes private leaves behind, at its
   * place, the views directly below it that other members see.
   */
  @Errors(
    'document_views.not_found',
    'document_views.already_exists',
    'document_views.limit_reached',
    'document_views.parent_not_found',
    'document_views.parent_private',
    'document_views.inside_itself',
    'document_views.too_deep',
    'document_views.not_creator',
  )
  @Put(':documentViewId')
  @WithEntityTag('documentView')
  @Access.permissions('document-views:update')
  async update(
    @Param() { documentViewId }: DocumentViewParams,
    @Context() ctx: OrganizationContext,
    @Body() body: DocumentViewBody,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<DocumentViewResponse> {
    return { documentView: documentViewView(await this.service.update(ctx, documentViewId, body, ifMatch)) };
  }

  /** Deletes a saved view. The views below it move to its place. */
  @Errors('document_views.not_found')
  @Delete(':documentViewId')
  @HttpCode(204)
  @Access.permissions('document-views:delete')
  async delete(@Param() { documentViewId }: DocumentViewParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.service.delete(ctx, documentViewId);
  }
}

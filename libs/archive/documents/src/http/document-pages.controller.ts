import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DocumentParams } from './document.dto.js';
import { DocumentHits, DocumentPages, DocumentProcessing, PasswordRepository } from '#archive/documents';
import { Access, Context, Errors } from '#ground/http-kit';
import { inTimeZone, type OrganizationContext } from '#ground/kernel';
import { HitsQuery, PageParams } from './document-pages.dto.js';
import {
  processingView,
  type AttachmentsView,
  type HitsView,
  type PagesView,
  type PageWordsView,
  type ProcessingView,
} from './document-pages.view.dto.js';

@Controller('api/organizations/:organizationId/documents/:documentId')
export class DocumentPagesController {
  constructor(
    private readonly pages: DocumentPages,
    private readonly hits: DocumentHits,
    private readonly processing: DocumentProcessing,
    private readonly passwords: PasswordRepository,
  ) {}

  /**
   * The pages of the file as it was last read. Empty until then, and for documents that were read by an earlier version:
   * reprocessing adds their pages.
   */
  @Errors('document.not_found')
  @Get('pages')
  @Access.permissions('documents:read')
  async listPages(@Param() { documentId }: DocumentParams, @Context() ctx: OrganizationContext): Promise<PagesView> {
    return { pages: await this.pages.list(ctx, documentId) };
  }

  /**
   * The files in the file of the document as it was last read: attachments of a mail, members of an archive, files that are
   * embedded in a PDF. Empty until then, and for documents that were read by an earlier version.
   */
  @Errors('document.not_found')
  @Get('attachments')
  @Access.permissions('documents:read')
  async listAttachments(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
  ): Promise<AttachmentsView> {
    return { attachments: await this.pages.attachments(ctx, documentId) };
  }

  /** The words of a page and where they are. Empty when that is not known, and where there is no such page. */
  @Errors('document.not_found')
  @Get('pages/:page/words')
  @Access.permissions('documents:read')
  async listWords(
    @Param() { documentId, page }: PageParams,
    @Context() ctx: OrganizationContext,
  ): Promise<PageWordsView> {
    const words = await this.pages.words(ctx, documentId, page);
    return { words: words.map(({ text, box, confidence = null }) => ({ text, box: [...box], confidence })) };
  }

  /**
   * Where the content of the document has the words of a query, and where these places are on the pages. What the query
   * excludes, and its filters, have no hits.
   */
  @Errors('document.not_found', 'server.too_many_texts')
  @Get('hits')
  @Access.permissions('documents:read')
  async listHits(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Query() query: HitsQuery,
    @Req() request: FastifyRequest,
  ): Promise<HitsView> {
    return this.hits.find(inTimeZone(ctx, query), documentId, query.searchQuery, request.signal);
  }

  /** The steps of the last processing of the document, for a timeline. */
  @Errors('document.not_found')
  @Get('processing')
  @Access.permissions('documents:read')
  async listSteps(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
  ): Promise<ProcessingView> {
    const steps = await this.processing.steps(ctx, documentId);
    return processingView(steps, await this.passwords.isKept(ctx, documentId));
  }
}

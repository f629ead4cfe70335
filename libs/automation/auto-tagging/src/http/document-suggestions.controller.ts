import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { DocumentParams } from '#archive/documents/http';
import { AcceptSuggestion, DocumentSuggestions } from '#automation/auto-tagging';
import { Access, Context, Errors } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { SuggestionParams, documentSuggestionView, type DocumentSuggestionView } from './suggestions.dto.js';

@Controller('api/organizations/:organizationId/documents/:documentId/suggestions')
export class DocumentSuggestionsController {
  constructor(
    private readonly suggestions: DocumentSuggestions,
    private readonly acceptSuggestion: AcceptSuggestion,
  ) {}

  /** Dates and names that an auto-tagger suggests for the document, where no person has set them. */
  @Errors('document.not_found')
  @Get()
  @Access.permissions('documents:read')
  async list(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ suggestions: DocumentSuggestionView[] }> {
    return { suggestions: (await this.suggestions.list(ctx, documentId)).map(documentSuggestionView) };
  }

  /** Gives the document the suggested date or name. */
  @Errors('document.not_found', 'document.suggestion_not_found', 'document.suggestion_for_trashed_document')
  @Post(':kind/accept')
  @HttpCode(204)
  @Access.permissions('documents:update')
  async accept(@Param() { documentId, kind }: SuggestionParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.acceptSuggestion.execute(ctx, { documentId, kind });
  }

  /** Removes the suggestion; the document stays as it is. */
  @Errors('document.not_found', 'document.suggestion_not_found')
  @Delete(':kind')
  @HttpCode(204)
  @Access.permissions('documents:update')
  async dismiss(@Param() { documentId, kind }: SuggestionParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.suggestions.dismiss(ctx, { documentId, kind });
  }
}

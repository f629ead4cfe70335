import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { DocumentParams } from '#archive/documents/http';
import { AcceptSuggestion, DocumentSuggestions } from '#automation/auto-tagging';
import { Access, Context, Errors } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { SuggestionParams, documentSuggestionViews, type DocumentSuggestionView } from './suggestions.dto.js';

@Controller('api/organizations/:organizationId/documents/:documentId/suggestions')
export class DocumentSuggestionsController {
  constructor(
    private readonly suggestions: DocumentSuggestions,
    private readonly acceptSuggestion: AcceptSuggestion,
  ) {}

  /**
   * What is suggested for the document, where no person has set it: a date, a name and values of properties by an
   * auto-tagger, tags and options of properties by what was learned from other documents.
   */
  @Errors('document.not_found')
  @Get()
  @Access.permissions('documents:read')
  async list(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ suggestions: DocumentSuggestionView[] }> {
    return { suggestions: documentSuggestionViews(await this.suggestions.list(ctx, documentId)) };
  }

  /** Gives the document what is suggested. Options that do not exist yet are created. */
  @Errors(
    'document.not_found',
    'document.suggestion_not_found',
    'document.suggestion_for_trashed_document',
    'custom_property_select_option.already_exists',
    'custom_property_definition.organization_limit_reached',
    'custom_property_value.invalid',
  )
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

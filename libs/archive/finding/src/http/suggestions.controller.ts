import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DidYouMean, SearchSuggestions } from '#archive/finding';
import { Access, Context, Errors, OrganizationParams } from '#ground/http-kit';
import { inTimeZone, type OrganizationContext } from '#ground/kernel';
import { SuggestionsQuery } from './document-search.dto.js';
import type { SuggestionsView } from './suggestions.view.dto.js';

@Controller('api/organizations/:organizationId/search/suggestions')
export class SuggestionsController {
  constructor(
    private readonly suggestions: SearchSuggestions,
    private readonly didYouMean: DidYouMean,
  ) {}

  /**
   * What can stand at the caret of a query that is being typed: filters, properties, tags, values and names of
   * documents. Tags, properties and members that the caller may not read are left out.
   */
  @Errors('server.too_many_requests', 'server.busy', 'search.unavailable')
  @Get()
  @Access.permissions('documents:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() caller: OrganizationContext,
    @Query() { query, caret, didYouMean, timeZone }: SuggestionsQuery,
    @Req() { signal }: FastifyRequest,
  ): Promise<SuggestionsView> {
    const ctx = inTimeZone(caller, { timeZone });
    const suggestions = await this.suggestions.at(ctx, { query, caret }, signal);
    const correction = didYouMean ? await this.didYouMean.of(ctx, query, signal) : null;
    return { suggestions, didYouMean: correction?.query ?? null, didYouMeanCount: correction?.count ?? null };
  }
}

import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DocumentFacets } from '#archive/finding';
import { Access, Context, Errors, OrganizationParams } from '#ground/http-kit';
import { inTimeZone, type OrganizationContext } from '#ground/kernel';
import { FacetsQuery } from './document-search.dto.js';
import type { FacetsView } from './facets.view.dto.js';

@Controller('api/organizations/:organizationId/documents/facets')
export class FacetsController {
  constructor(private readonly facets: DocumentFacets) {}

  /**
   * How many of the active documents that match have each tag, type, year and value of a property: the 20 most frequent
   * of each, with exact numbers. Tags and properties that the caller may not read are left out. Refused when too many
   * searches of the organization, of the caller, or of all wait.
   */
  @Errors('server.too_many_requests', 'server.busy', 'search.unavailable')
  @Get()
  @Access.permissions('documents:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() query: FacetsQuery,
    @Req() request: FastifyRequest,
  ): Promise<FacetsView> {
    return this.facets.of(inTimeZone(ctx, query), query.searchQuery, request.signal);
  }
}

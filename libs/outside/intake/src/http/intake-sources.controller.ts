import { Controller, Get, Param } from '@nestjs/common';
import { Access, Context, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { IntakeSources } from '#outside/intake';
import type { IntakeSourceView } from './intake-source.view.dto.js';

@Controller('api/organizations/:organizationId/intake/sources')
export class IntakeSourcesController {
  constructor(private readonly sources: IntakeSources) {}

  /** The folders, mailboxes and other places that the server takes documents of the organization from. */
  @Get()
  @Access.permissions('organizations:read')
  list(@Param() _params: OrganizationParams, @Context() ctx: OrganizationContext): { sources: IntakeSourceView[] } {
    return { sources: this.sources.list(ctx) };
  }
}

import { Controller, Get, Param } from '@nestjs/common';
import { AutoTaggingUsage } from '#automation/auto-tagging';
import { Access, Context, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { usageView, type AutoTaggingUsageView } from './suggestions.dto.js';

@Controller('api/organizations/:organizationId/auto-tagging/usage')
export class AutoTaggingUsageController {
  constructor(private readonly usage: AutoTaggingUsage) {}

  /** How often the organization has asked the auto-tagger, and the tokens that this has used, by month. */
  @Get()
  @Access.permissions('organizations:read')
  async list(@Param() _params: OrganizationParams, @Context() ctx: OrganizationContext): Promise<AutoTaggingUsageView> {
    return usageView(await this.usage.report(ctx));
  }
}

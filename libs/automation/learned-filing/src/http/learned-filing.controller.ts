import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { LearnedFilingReport, LearnFilingOfOrganization } from '#automation/learned-filing';
import { Access, Context, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { learnedFilingView, type LearnedFilingView } from './learned-filing.view.dto.js';

@Controller('api/organizations/:organizationId/learned-filing')
export class LearnedFilingController {
  constructor(
    private readonly reports: LearnedFilingReport,
    private readonly learning: LearnFilingOfOrganization,
  ) {}

  /** What was learned from the documents that people have filed, and how well. */
  @Get()
  @Access.permissions('organizations:read')
  async get(@Param() _params: OrganizationParams, @Context() ctx: OrganizationContext): Promise<LearnedFilingView> {
    return learnedFilingView(await this.reports.report(ctx));
  }

  /** Learns now, in the background, without waiting until enough has changed. Owners only. */
  @Post('learn')
  @HttpCode(204)
  @Access.permissions('organizations:update')
  @Access.role('owner')
  async learn(@Param() _params: OrganizationParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.learning.request(ctx);
  }
}

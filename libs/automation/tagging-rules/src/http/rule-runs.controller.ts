import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Access, Context, Errors, OrganizationParams, type Integer } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { RuleRuns } from '#automation/tagging-rules';
import {
  changeViews,
  ListRuleRunsQuery,
  RuleRunParams,
  ruleRunView,
  type RuleRunView,
  type RunChangeView,
} from './rule-runs.dto.js';

@Controller('api/organizations/:organizationId/tagging-rules/runs')
export class RuleRunsController {
  constructor(private readonly runs: RuleRuns) {}

  /**
   * What rules have changed in documents after these came in or were read again, newest first; of the last 30 days.
   * Documents in which nothing was changed are not listed. `runsCount` is at most 10,000.
   */
  @Get()
  @Access.permissions('documents:read', 'tagging-rules:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() { documentId, taggingRuleId, ...page }: ListRuleRunsQuery,
  ): Promise<{ runs: RuleRunView[]; runsCount: Integer }> {
    const { runs, runsCount } = await this.runs.list(ctx, { documentId, taggingRuleId }, page);
    return { runs: runs.map(ruleRunView), runsCount };
  }

  /**
   * Takes back what is still as the run has left it: tags, values, the date and the name. Once; refused when there is
   * nothing to take back. `skipped` are the changes that were left, because something else changed there since.
   */
  @Errors('tagging-rules.run-not-found', 'tagging-rules.run-already-undone', 'tagging-rules.run-changed-since')
  @Post(':runId/undo')
  @HttpCode(200)
  @Access.permissions('documents:update', 'tagging-rules:read')
  async undo(
    @Param() { runId }: RuleRunParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ run: RuleRunView; skipped: RunChangeView[] }> {
    const { run, skipped } = await this.runs.undo(ctx, runId);
    return { run: ruleRunView(run), skipped: changeViews(skipped) };
  }
}

import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DueDocuments, RetentionRules, type RetentionRule } from '#archive/retention';
import { Access, Context, Errors, IfMatch, OrganizationParams, WithEntityTag } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { Idempotency } from '#ground/requests';
import {
  fieldsOf,
  retentionPreviewView,
  RetentionRuleBody,
  RetentionRuleParams,
  retentionRuleView,
  type RetentionPreviewView,
  type RetentionRuleResponse,
  type RetentionRuleView,
} from './retention-rules.dto.js';

@Controller('api/organizations/:organizationId/retention-rules')
export class RetentionRulesController {
  constructor(
    private readonly rules: RetentionRules,
    private readonly due: DueDocuments,
    private readonly idempotency: Idempotency,
  ) {}

  /** The retention rules of the organization, oldest first. */
  @Get()
  @Access.permissions('retention-rules:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ retentionRules: RetentionRuleView[] }> {
    return { retentionRules: (await this.rules.list(ctx)).map(retentionRuleView) };
  }

  /** Creates a retention rule, which the next hourly run applies if it is enabled. Owners and admins only. */
  @Errors('retention_rules.limit_reached', 'retention_rules.no_date', 'search.not_understood')
  @Post()
  @HttpCode(200)
  @Access.permissions('retention-rules:create')
  @Access.role('admin')
  async create(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() body: RetentionRuleBody,
    @Req() request: FastifyRequest,
  ): Promise<RetentionRuleResponse> {
    const fields = fieldsOf(body);
    await this.rules.checkQuery(ctx, fields);
    return this.idempotency.once(
      request,
      body,
      (tx) => this.rules.create(tx, ctx, fields),
      (rule: RetentionRule) => ({ retentionRule: retentionRuleView(rule) }),
    );
  }

  /** One retention rule. */
  @Errors('retention_rules.not_found')
  @Get(':retentionRuleId')
  @WithEntityTag('retentionRule')
  @Access.permissions('retention-rules:read')
  async get(
    @Param() { retentionRuleId }: RetentionRuleParams,
    @Context() ctx: OrganizationContext,
  ): Promise<RetentionRuleResponse> {
    return { retentionRule: retentionRuleView(await this.rules.get(ctx, retentionRuleId)) };
  }

  /** What a rule would do now, enabled or not: how many documents, and the first of them. Changes nothing. */
  @Errors(
    'retention_rules.not_found',
    'search.not_understood',
    'server.too_many_requests',
    'server.busy',
    'search.unavailable',
  )
  @Get(':retentionRuleId/preview')
  @Access.permissions('retention-rules:read', 'documents:read')
  async preview(
    @Param() { retentionRuleId }: RetentionRuleParams,
    @Context() ctx: OrganizationContext,
  ): Promise<RetentionPreviewView> {
    const rule = await this.rules.get(ctx, retentionRuleId);
    const others = (await this.rules.list(ctx)).filter(({ isEnabled }) => isEnabled);
    return retentionPreviewView(await this.due.preview(ctx, rule, others));
  }

  /** Replaces a retention rule. One that locks documents can only be made longer. Owners and admins only. */
  @Errors('retention_rules.not_found', 'retention_rules.no_date', 'retention_rules.locks', 'search.not_understood')
  @Put(':retentionRuleId')
  @WithEntityTag('retentionRule')
  @Access.permissions('retention-rules:update')
  @Access.role('admin')
  async update(
    @Param() { retentionRuleId }: RetentionRuleParams,
    @Context() ctx: OrganizationContext,
    @Body() body: RetentionRuleBody,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<RetentionRuleResponse> {
    return { retentionRule: retentionRuleView(await this.rules.update(ctx, retentionRuleId, fieldsOf(body), ifMatch)) };
  }

  /** Deletes a retention rule, unless it locks documents. Owners and admins only. */
  @Errors('retention_rules.not_found', 'retention_rules.locks')
  @Delete(':retentionRuleId')
  @HttpCode(204)
  @Access.permissions('retention-rules:delete')
  @Access.role('admin')
  async delete(@Param() { retentionRuleId }: RetentionRuleParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.rules.delete(ctx, retentionRuleId);
  }
}

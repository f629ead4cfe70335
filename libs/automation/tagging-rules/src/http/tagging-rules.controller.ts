import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  Access,
  clientDisconnected,
  Context,
  Errors,
  IfMatch,
  LIST_BODY_BYTES,
  OrganizationParams,
  WithEntityTag,
} from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import type { OrganizationContext } from '#ground/kernel';
import { PreviewRule, RequestRuleApplication, TaggingRulesService, type TaggingRule } from '#automation/tagging-rules';
import {
  ApplyRuleQuery,
  changesOf,
  followUpsOf,
  PreviewRuleBody,
  TaggingRuleBody,
  TaggingRuleParams,
  TaggingRulesQuery,
} from './tagging-rule.dto.js';
import {
  taggingRuleView,
  taggingRuleViews,
  type RulePreviewView,
  type TaggingRuleView,
} from './tagging-rule.view.dto.js';

/** What the conditions and changes of a rule may be refused with. */
const NOT_VALID = [
  'tagging-rules.invalid',
  'custom_property_definition.not_found',
  'custom_property_value.invalid',
  'custom_property_select_option.not_found',
  'custom_property_value.user_not_found',
  'custom_property_value.related_document_not_found',
] as const;

@Controller('api/organizations/:organizationId/tagging-rules')
export class TaggingRulesController {
  constructor(
    private readonly rules: TaggingRulesService,
    private readonly requestRuleApplication: RequestRuleApplication,
    private readonly previewRule: PreviewRule,
    private readonly idempotency: Idempotency,
  ) {}

  /** The rules of the organization, oldest first. */
  @Errors('server.too_many_requests', 'server.busy')
  @Get()
  @Access.permissions('tagging-rules:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: TaggingRulesQuery,
    @Req() request: FastifyRequest,
  ): Promise<{ taggingRules: TaggingRuleView[] }> {
    return { taggingRules: taggingRuleViews(await this.rules.list(ctx, page, request.signal)) };
  }

  /** Creates a rule. It looks at documents that come in from now on; for those that are there, apply it. */
  @Errors('tags.not_found', ...NOT_VALID, 'tagging-rules.limit-reached')
  @Post()
  @HttpCode(200)
  @RouteConfig({ bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('tagging-rules:create')
  async create(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() body: TaggingRuleBody,
    @Req() request: FastifyRequest,
  ): Promise<{ taggingRule: TaggingRuleView }> {
    return this.idempotency.once(
      request,
      body,
      (tx) => this.rules.create(tx, ctx, { ...body, changes: changesOf(body), followUps: followUpsOf(body) }),
      (rule: TaggingRule) => ({ taggingRule: taggingRuleView(rule) }),
    );
  }

  /** How many active documents a rule with these conditions would match now, and the newest of them. */
  @Errors('server.too_many_requests', 'server.busy', ...NOT_VALID)
  @Post('preview')
  @HttpCode(200)
  @RouteConfig({ bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:read', 'tagging-rules:read')
  @Access.role('viewer')
  async preview(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() body: PreviewRuleBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RulePreviewView> {
    return this.previewRule.execute(ctx, body, clientDisconnected(reply));
  }

  /** One rule. */
  @Errors('tagging-rules.not-found')
  @Get(':taggingRuleId')
  @WithEntityTag('taggingRule')
  @Access.permissions('tagging-rules:read')
  async get(
    @Param() { taggingRuleId }: TaggingRuleParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ taggingRule: TaggingRuleView }> {
    return { taggingRule: taggingRuleView(await this.rules.find(ctx, taggingRuleId)) };
  }

  /** Replaces a rule with all its conditions and tags; what is optional and missing stays as it is. */
  @Errors('tagging-rules.not-found', 'tagging-rules.limit-reached', 'tags.not_found', ...NOT_VALID)
  @Put(':taggingRuleId')
  @HttpCode(204)
  @RouteConfig({ bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('tagging-rules:update')
  async replace(
    @Param() { taggingRuleId }: TaggingRuleParams,
    @Context() ctx: OrganizationContext,
    @Body() body: TaggingRuleBody,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<void> {
    await this.rules.replace(
      ctx,
      taggingRuleId,
      { ...body, changes: changesOf(body), followUps: followUpsOf(body) },
      ifMatch,
    );
  }

  /** Deletes a rule; what it has changed stays. */
  @Errors('tagging-rules.not-found')
  @Delete(':taggingRuleId')
  @HttpCode(204)
  @Access.permissions('tagging-rules:delete')
  async delete(@Param() { taggingRuleId }: TaggingRuleParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.rules.delete(ctx, taggingRuleId);
  }

  /**
   * Does what a rule says, enabled or not, to all active documents that it matches: a background task, which can be
   * undone for an hour. With `dryRun=true` nothing changes; the result of the task says how many and which documents
   * would.
   */
  @Errors('tagging-rules.not-found', 'tasks.limit_reached')
  @Post(':taggingRuleId/apply')
  @HttpCode(202)
  @Access.permissions('tags:read', 'documents:update')
  async apply(
    @Param() { taggingRuleId }: TaggingRuleParams,
    @Context() ctx: OrganizationContext,
    @Query() query: ApplyRuleQuery,
  ): Promise<{ taskId: string }> {
    return { taskId: await this.requestRuleApplication.execute(ctx, taggingRuleId, query) };
  }
}

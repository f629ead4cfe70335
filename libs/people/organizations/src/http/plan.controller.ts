import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import { Counters, UsageHistory } from '#ground/history';
import { Access, Context, Errors, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { OrganizationRepository } from '../organization.repository.js';
import { PlanEntitlementClaimsNotEnabled } from '../organizations.errors.js';
import { UsageSources } from '../usage-sources.js';
import { PlanEntitlementTypeParams } from './plan.dto.js';
import type {
  PlanEntitlementsResponse,
  PlanLimitsView,
  SubscriptionResponse,
  UsageHistoryResponse,
  UsageResponse,
} from './plan.view.dto.js';
import { UsageHistoryQuery } from './usage-history.dto.js';

/** Clients ask for plans before they upload. There is one plan, whose limits are those of the server. */
@Controller('api')
export class PlanController {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly counters: Counters,
    private readonly usageHistory: UsageHistory,
    private readonly config: DocumentsConfig,
    private readonly usageSources: UsageSources,
  ) {}

  /** The plan of the organization: there is only the one without limits. */
  @Get('organizations/:organizationId/subscription')
  @Access.session()
  subscription(@Param() _params: OrganizationParams): SubscriptionResponse {
    return { subscription: null, plan: { id: 'free', name: 'Free', limits: this.#limits() } };
  }

  /** What the organization uses of its plan. */
  @Get('organizations/:organizationId/usage')
  @Access.session()
  async usage(@Param() _params: OrganizationParams, @Context() ctx: OrganizationContext): Promise<UsageResponse> {
    const [{ activeBytes, trashedBytes }, members, { intakeEmailsCount = 0 }] = await Promise.all([
      this.counters.of(ctx),
      this.organizations.countMembers(ctx),
      this.usageSources.used(ctx),
    ]);
    const limits = this.#limits();
    return {
      usage: {
        documentsStorage: { used: activeBytes + trashedBytes, deleted: trashedBytes, limit: null },
        intakeEmailsCount: { used: intakeEmailsCount, limit: limits.maxIntakeEmailsCount },
        membersCount: { used: members, limit: null },
        aiCredits: { used: 0, limit: null },
      },
      limits,
    };
  }

  /** What the organization stored day by day, oldest first. */
  @Get('organizations/:organizationId/usage/history')
  @Access.session()
  async history(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() { days }: UsageHistoryQuery,
  ): Promise<UsageHistoryResponse> {
    return { history: await this.usageHistory.of(ctx, days) };
  }

  /** Always empty: nothing is sold here. */
  @Get('plan-entitlements')
  @Access.session()
  planEntitlements(): PlanEntitlementsResponse {
    return { planEntitlements: [] };
  }

  /** Always refused: existing clients can ask for a plan, and every user has all there is. */
  @Errors('plan_entitlements.claims_not_enabled')
  @Post('plan-entitlements/:type/claim')
  @HttpCode(204)
  @Access.session()
  claim(@Param() _params: PlanEntitlementTypeParams): void {
    throw PlanEntitlementClaimsNotEnabled();
  }

  #limits(): PlanLimitsView {
    return {
      maxDocumentStorageBytes: null,
      maxFileSize: this.config.maxUploadBytes === 0 ? null : this.config.maxUploadBytes,
      maxIntakeEmailsCount: this.usageSources.limits.intakeEmailsCount ?? null,
      maxOrganizationsMembersCount: null,
      aiCreditsPerMonth: null,
    };
  }
}

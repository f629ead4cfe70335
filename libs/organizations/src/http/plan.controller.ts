import { Controller, Get, Param } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import { Counters } from '#libs/history';
import { Access, Context, OrganizationParams } from '#libs/http-kit';
import type { OrganizationContext } from '#libs/kernel';
import { OrganizationRepository } from '../organization.repository.js';
import type { PlanEntitlementsResponse, PlanLimitsView, SubscriptionResponse, UsageResponse } from './plan.view.dto.js';

/** Clients ask for plans before they upload. There is one plan, whose only limit is the size of a file. */
@Controller('api')
export class PlanController {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly counters: Counters,
    private readonly config: DocumentsConfig,
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
    const [{ activeBytes, trashedBytes }, members] = await Promise.all([
      this.counters.of(ctx),
      this.organizations.countMembers(ctx),
    ]);
    return {
      usage: {
        documentsStorage: { used: activeBytes + trashedBytes, deleted: trashedBytes, limit: null },
        intakeEmailsCount: { used: 0, limit: null },
        membersCount: { used: members, limit: null },
        aiCredits: { used: 0, limit: null },
      },
      limits: this.#limits(),
    };
  }

  /** Always empty: nothing is sold here. */
  @Get('plan-entitlements')
  @Access.session()
  planEntitlements(): PlanEntitlementsResponse {
    return { planEntitlements: [] };
  }

  #limits(): PlanLimitsView {
    return {
      maxDocumentStorageBytes: null,
      maxFileSize: this.config.maxUploadBytes === 0 ? null : this.config.maxUploadBytes,
      maxIntakeEmailsCount: null,
      maxOrganizationsMembersCount: null,
      aiCreditsPerMonth: null,
    };
  }
}

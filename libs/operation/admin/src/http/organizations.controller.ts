import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { intakeEmailView, type IntakeEmailView } from '#outside/intake/http';
import { webhookView, type WebhookView } from '#outside/webhooks/http';
import { UserDirectory } from '#people/auth';
import { UnitOfWork } from '#ground/database';
import { Counters } from '#ground/history';
import { Access, CallerContext, Errors, WholeListQuery } from '#ground/http-kit';
import { IntakeEmailRepository } from '#outside/intake';
import type { ActorContext, UserActor } from '#ground/kernel';
import {
  MemberRepository,
  OrganizationDirectory,
  RestoreOrganization,
  type DirectoryOrganization,
} from '#people/organizations';
import { WebhookRepository } from '#outside/webhooks';
import { AdminOrganizationParams, OrganizationsQuery } from './admin.dto.js';
import { documentStatisticsView } from './document-statistics.js';
import {
  adminOrganizationView,
  type AdminMembersResponse,
  type AdminOrganizationResponse,
  type AdminOrganizationsPage,
  type AdminOrganizationView,
  type OrganizationStatisticsResponse,
} from './organizations.view.dto.js';
import { adminUserView } from './users.view.dto.js';

@Controller('api/admin/organizations')
export class AdminOrganizationsController {
  constructor(
    private readonly organizations: OrganizationDirectory,
    private readonly members: MemberRepository,
    private readonly users: UserDirectory,
    private readonly counters: Counters,
    private readonly webhooks: WebhookRepository,
    private readonly intakeEmails: IntakeEmailRepository,
    private readonly restoreOrganization: RestoreOrganization,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Organizations, newest first; deleted ones only on request. `search` is a whole id, or a part of the name. */
  @Get()
  @Access.admin()
  async list(@Query() { pageIndex, pageSize, ...selection }: OrganizationsQuery): Promise<AdminOrganizationsPage> {
    const [organizations, totalCount] = await Promise.all([
      this.organizations.list(selection, { pageIndex, pageSize }),
      this.organizations.count(selection),
    ]);
    return { organizations: await this.#views(organizations), totalCount, pageIndex, pageSize };
  }

  /** The number of organizations that are not deleted. */
  @Get('count')
  @Access.admin()
  async count(): Promise<{ organizationCount: number }> {
    return { organizationCount: await this.organizations.count({ state: 'active' }) };
  }

  /** One organization, deleted or not. */
  @Errors('organization.not_found')
  @Get(':organizationId')
  @Access.admin()
  async get(@Param() { organizationId }: AdminOrganizationParams): Promise<AdminOrganizationResponse> {
    const [organization] = await this.#views([await this.organizations.get(organizationId)]);
    return { organization: organization as AdminOrganizationView };
  }

  /** The members of an organization, oldest first. */
  @Errors('organization.not_found')
  @Get(':organizationId/members')
  @Access.admin()
  async listMembers(
    @Param() scope: AdminOrganizationParams,
    @Query() page: WholeListQuery,
  ): Promise<AdminMembersResponse> {
    await this.organizations.get(scope.organizationId);
    const members = await this.members.list(scope, page);
    const users = await this.users.getMany(members.map(({ userId }) => userId));
    return {
      members: members.flatMap((member) => {
        const user = users.get(member.userId);
        const { createdAt, updatedAt } = member;
        const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
        return user ? [{ ...member, ...dates, user: adminUserView(user) }] : [];
      }),
    };
  }

  /** The addresses of an organization that take mails. */
  @Errors('organization.not_found')
  @Get(':organizationId/intake-emails')
  @Access.admin()
  async listIntakeEmails(
    @Param() scope: AdminOrganizationParams,
    @Query() page: WholeListQuery,
  ): Promise<{ intakeEmails: IntakeEmailView[] }> {
    await this.organizations.get(scope.organizationId);
    return { intakeEmails: (await this.intakeEmails.list(scope, page)).map(intakeEmailView) };
  }

  /** The webhooks of an organization, without their secrets. */
  @Errors('organization.not_found')
  @Get(':organizationId/webhooks')
  @Access.admin()
  async listWebhooks(
    @Param() scope: AdminOrganizationParams,
    @Query() page: WholeListQuery,
  ): Promise<{ webhooks: WebhookView[] }> {
    await this.organizations.get(scope.organizationId);
    return { webhooks: (await this.webhooks.list(scope, page)).map(webhookView) };
  }

  /** The number and size of the documents of an organization. */
  @Errors('organization.not_found')
  @Get(':organizationId/stats')
  @Access.admin()
  async stats(@Param() scope: AdminOrganizationParams): Promise<OrganizationStatisticsResponse> {
    await this.organizations.get(scope.organizationId);
    return { stats: documentStatisticsView(await this.counters.of(scope)) };
  }

  /** Restores a deleted organization with all its members. */
  @Errors('organization.not_found', 'organization.not_deleted', 'organization.has_no_owner')
  @Post(':organizationId/restore')
  @HttpCode(204)
  @Access.admin()
  async restore(
    @Param() { organizationId }: AdminOrganizationParams,
    @CallerContext() caller: ActorContext<UserActor>,
  ): Promise<void> {
    await this.unitOfWork.run((tx) => this.restoreOrganization.byAdministrator(tx, caller, organizationId));
  }

  async #views(organizations: readonly DirectoryOrganization[]): Promise<AdminOrganizationView[]> {
    const owners = organizations.flatMap(({ ownerId }) => ownerId ?? []);
    const [counters, users] = await Promise.all([
      this.counters.ofMany(organizations.map(({ id }) => id)),
      this.users.getMany(owners),
    ]);
    return organizations.map((organization) =>
      adminOrganizationView(organization, {
        counters: counters.get(organization.id),
        ownerName: users.get(organization.ownerId ?? '')?.name,
      }),
    );
  }
}

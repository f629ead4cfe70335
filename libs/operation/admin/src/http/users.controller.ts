import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { AdministerUsers } from '#operation/admin';
import { UserDirectory, type DirectoryUser } from '#people/auth';
import { Access, CallerContext, Errors } from '#ground/http-kit';
import type { ActorContext, UserActor } from '#ground/kernel';
import { OrganizationDirectory, OrganizationRepository } from '#people/organizations';
import { ResetSecondFactorBody, UpdateUserBody, UserParams, UsersQuery } from './admin.dto.js';
import { adminOrganizationFacts, type AdminOrganizationFacts } from './organizations.view.dto.js';
import { PasswordResets } from './password-resets.js';
import { adminUserView, type AdminUserResponse, type AdminUserView, type UsersPage } from './users.view.dto.js';

/** The name of the role of administrators, and the one plan that clients ask about. */
const ADMIN_ROLES = ['admin'];
const PLAN_ENTITLEMENT_TYPES = ['selfhst-premium'];

export class UserDetailsResponse {
  user!: AdminUserView;
  /** Those in which the user is a member, oldest first. */
  organizations!: AdminOrganizationFacts[];
  roles!: string[];
  /** Always empty: nothing is sold here. */
  planEntitlements!: never[];
  availablePlanEntitlementTypes!: string[];
}

@Controller('api/admin/users')
export class AdminUsersController {
  constructor(
    private readonly users: UserDirectory,
    private readonly organizations: OrganizationRepository,
    private readonly directory: OrganizationDirectory,
    private readonly administer: AdministerUsers,
    private readonly passwordResets: PasswordResets,
    private readonly config: OrganizationsConfig,
  ) {}

  /** All users, newest first. `search` is a whole id, or a part of the e-mail address or the name. */
  @Get()
  @Access.admin()
  async list(@Query() { pageIndex, pageSize, ...selection }: UsersQuery): Promise<UsersPage> {
    const [users, totalCount] = await Promise.all([
      this.users.list(selection, { pageIndex, pageSize }),
      this.users.count(selection),
    ]);
    const counts = await this.directory.countsOfUsers(users.map(({ id }) => id));
    return {
      users: users.map((user) => ({ ...adminUserView(user), organizationCount: counts.get(user.id) ?? 0 })),
      totalCount,
      pageIndex,
      pageSize,
    };
  }

  /** The number of users. */
  @Get('count')
  @Access.admin()
  async count(): Promise<{ userCount: number }> {
    return { userCount: await this.users.count({}) };
  }

  /** One user, with the number of organizations that the user may own. */
  @Errors('users.not_found')
  @Get(':userId')
  @Access.admin()
  async get(@Param() { userId }: UserParams): Promise<UserDetailsResponse> {
    const user = await this.users.get(userId);
    const organizations = await this.organizations.ofUser(userId);
    return {
      user: this.#effective(user),
      organizations: organizations.map(adminOrganizationFacts),
      roles: user.isAdmin ? ADMIN_ROLES : [],
      planEntitlements: [],
      availablePlanEntitlementTypes: PLAN_ENTITLEMENT_TYPES,
    };
  }

  /** Makes a user an administrator or not, disables or enables the account, or changes the limit of organizations. */
  @Errors('users.not_found', 'users.cannot_change_self', 'users.last_administrator')
  @Patch(':userId')
  @Access.admin()
  async update(
    @Param() { userId }: UserParams,
    @Body() body: UpdateUserBody,
    @CallerContext() caller: ActorContext<UserActor>,
  ): Promise<AdminUserResponse> {
    await this.administer.change(caller, userId, body);
    return { user: adminUserView(await this.users.get(userId)) };
  }

  /** Deletes the account of a user who owns no organization. The documents of the user stay. */
  @Errors('users.not_found', 'users.cannot_delete_self', 'users.still_owns_organizations', 'users.last_administrator')
  @Delete(':userId')
  @HttpCode(204)
  @Access.admin()
  async delete(@Param() { userId }: UserParams, @CallerContext() caller: ActorContext<UserActor>): Promise<void> {
    await this.administer.delete(caller, userId);
  }

  /** Ends all sessions of a user. API keys go on. */
  @Errors('users.not_found')
  @Post(':userId/revoke-sessions')
  @HttpCode(204)
  @Access.admin()
  async revokeSessions(@Param() { userId }: UserParams): Promise<void> {
    await this.administer.revokeSessions(userId);
  }

  /** Removes the second factor of a user who has lost it; the passkeys only if asked for. */
  @Errors('users.not_found')
  @Post(':userId/reset-second-factor')
  @HttpCode(204)
  @Access.admin()
  async resetSecondFactor(
    @Param() { userId }: UserParams,
    @Body() { withPasskeys }: ResetSecondFactorBody,
  ): Promise<void> {
    await this.administer.resetSecondFactor(userId, { withPasskeys });
  }

  /** Sends the user a mail with a link to a new password. Needs mails that reach people. */
  @Errors('users.not_found', 'users.password_reset_unavailable')
  @Post(':userId/send-password-reset')
  @HttpCode(204)
  @Access.admin()
  async sendPasswordReset(@Param() { userId }: UserParams): Promise<void> {
    const { email, disabledAt } = await this.users.get(userId);
    await this.passwordResets.send({ userId, email, isDisabled: disabledAt !== null });
  }

  #effective(user: DirectoryUser): AdminUserView {
    const view = adminUserView(user);
    return { ...view, maxOrganizationCount: view.maxOrganizationCount ?? this.config.maxOrganizationCount };
  }
}

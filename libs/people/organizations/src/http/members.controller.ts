import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { Forbidden } from '#people/auth';
import { Access, Context, CurrentActor, Errors, OrganizationParams, WholeListQuery } from '#ground/http-kit';
import type { OrganizationContext, UserActor } from '#ground/kernel';
import { MemberRepository } from '../member.repository.js';
import { Members } from '../members.js';
import { OrganizationRepository } from '../organization.repository.js';
import { MemberParams, MemberRoleBody } from './member.dto.js';
import { memberView, memberWithUserView, type MemberResponse, type MembersResponse } from './member.view.dto.js';
import { NoMembershipNeeded } from './no-membership-needed.decorator.js';

@Controller('api/organizations/:organizationId/members')
export class MembersController {
  constructor(
    private readonly members: Members,
    private readonly repository: MemberRepository,
    private readonly organizations: OrganizationRepository,
  ) {}

  /** The members of the organization, oldest first. */
  @Get()
  @Access.session()
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: WholeListQuery,
  ): Promise<MembersResponse> {
    return { members: (await this.members.list(ctx, page)).map(memberWithUserView) };
  }

  /** The membership of the caller; `auth.forbidden` for users who are not members. */
  @Errors('auth.forbidden')
  @Get('me')
  @Access.session()
  @NoMembershipNeeded()
  async me(@Param() { organizationId }: OrganizationParams, @CurrentActor() actor: UserActor): Promise<MemberResponse> {
    const isLive = (await this.organizations.findLive([organizationId])).has(organizationId);
    const member = isLive ? await this.repository.findOfUser({ organizationId }, actor.userId) : undefined;
    if (!member) throw Forbidden({ message: 'The caller is not a member of this organization.' });
    return { member: memberView(member) };
  }

  /** Gives a member another role. Owners and admins only; the owner keeps its role. */
  @Errors('auth.forbidden')
  @Patch(':memberId')
  @Access.session()
  @Access.role('admin')
  async changeRole(
    @Param() { memberId }: MemberParams,
    @Body() { role }: MemberRoleBody,
    @Context() ctx: OrganizationContext,
  ): Promise<MemberResponse> {
    return { member: memberView(await this.members.changeRole(ctx, memberId, role)) };
  }

  /** Removes a member: owners and admins any but the owner, every other member only itself, to leave the organization. */
  @Errors('auth.forbidden')
  @Delete(':memberId')
  @HttpCode(204)
  @Access.session()
  @Access.role('viewer')
  async remove(@Param() { memberId }: MemberParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.members.remove(ctx, memberId);
  }

  /** Makes another member the owner; the caller, who is the owner, becomes an admin. */
  @Errors('auth.forbidden', 'user.not_organization_owner', 'user.max_organization_count_reached')
  @Post(':memberId/transfer-ownership')
  @HttpCode(200)
  @Access.session()
  @Access.role('owner')
  async transferOwnership(
    @Param() { memberId }: MemberParams,
    @Context() ctx: OrganizationContext,
  ): Promise<MemberResponse> {
    return { member: memberView(await this.members.transferOwnership(ctx, memberId)) };
  }
}

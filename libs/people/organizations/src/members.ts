import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { Forbidden, NotInOrganization, UserRepository, type UserProfile } from '#people/auth';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { ActorContext, OrganizationContext, OrganizationScope, Page, Role, UserActor } from '#ground/kernel';
import { MemberRepository, type MeantMembers, type Member } from './member.repository.js';
import { OrganizationRepository } from './organization.repository.js';
import {
  MemberLimitReached,
  NotOrganizationOwner,
  OrganizationLimitReached,
  UserStillOwnsOrganizations,
} from './organizations.errors.js';
import {
  MemberAdded,
  MemberRemoved,
  MemberRoleChanged,
  OrganizationOwnershipTransferred,
} from './organizations.events.js';
import { canChange } from './role-policy.js';

export interface MemberWithUser extends Member {
  user: UserProfile;
}

/** A role that can be given; the one owner passes the ownership on instead. */
export type GivenRole = Exclude<Role, 'owner'>;

/** An organization that is deleted at the same time keeps its members as they were. */
const IN_LIVE_ORGANIZATION = { onDeletedOrganization: () => NotInOrganization() };

/**
 * Who belongs to an organization, in which role. There is one owner at all times: every change locks the members that it
 * concerns, and checks the roles that they have then.
 */
@Injectable()
export class Members {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: MemberRepository,
    private readonly organizations: OrganizationRepository,
    private readonly users: UserRepository,
    private readonly config: OrganizationsConfig,
    private readonly changes: Changes,
  ) {}

  /** Oldest first. */
  async list(ctx: OrganizationContext, page: Page): Promise<MemberWithUser[]> {
    const members = await this.members.list(ctx, page);
    const profiles = await this.users.profilesOf(members.map(({ userId }) => userId));
    return members.flatMap((member) => {
      const user = profiles.get(member.userId);
      return user ? [{ ...member, user }] : [];
    });
  }

  /** Confirmed addresses of members that may sign in: of those with one of the roles, or of these users; else of all. */
  async emails(tx: Transaction, scope: OrganizationScope, whom: MeantMembers = {}): Promise<string[]> {
    return this.users.reachable(tx, await this.members.userIds(tx, scope, whom));
  }

  /**
   * Adds a user. Returns undefined for one who is a member already. `onDeletedOrganization` makes the error to fail with
   * when the organization is deleted by the time of the commit.
   */
  async add(
    tx: Transaction,
    ctx: OrganizationContext,
    { userId, role }: { userId: string; role: GivenRole },
    onDeletedOrganization: () => Error,
  ): Promise<Member | undefined> {
    const member = await this.members.insert(tx, ctx, { userId, role });
    if (member)
      this.changes.record(tx, ctx, MemberAdded, { memberId: member.id, userId, role }, { onDeletedOrganization });
    return member;
  }

  /** Users who are invited join one after the other, so that the limit holds. The first lock to take. */
  async lockLimit(tx: Transaction, scope: OrganizationScope): Promise<void> {
    await this.members.lockLimit(tx, scope);
  }

  /** Throws when the organization has more members than it may have, under {@link lockLimit}. */
  async assertWithinLimit(tx: Transaction, scope: OrganizationScope): Promise<void> {
    if ((await this.members.count(tx, scope)) > this.config.maxMembers) throw MemberLimitReached();
  }

  async changeRole(ctx: OrganizationContext, memberId: string, role: GivenRole): Promise<Member> {
    return this.unitOfWork.run(async (tx) => {
      const { actor, target } = await this.members.lockWithActor(tx, ctx, memberId);
      if (!actor) throw NotInOrganization();
      if (!target || !mayChangeMembers(ctx, actor)) throw cannotChange();
      if (target.role === 'owner') {
        throw Forbidden({ message: 'The role of the owner cannot be changed; transfer the ownership instead.' });
      }
      if (target.role === role) return target;
      const member = await this.members.updateRole(tx, target.id, role);
      const facts = { memberId, userId: target.userId, role, previousRole: target.role };
      this.changes.record(tx, ctx, MemberRoleChanged, facts, IN_LIVE_ORGANIZATION);
      return member;
    });
  }

  /** Removes a member. Everybody but the owner may remove themselves. */
  async remove(ctx: OrganizationContext, memberId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const { actor, target } = await this.members.lockWithActor(tx, ctx, memberId, { forDeletion: true });
      if (!actor) throw NotInOrganization();
      if (!target || (target.id !== actor.id && !mayChangeMembers(ctx, actor))) throw cannotChange();
      if (target.role === 'owner') throw ownerStays(target.id === actor.id);
      await this.members.delete(tx, target.id);
      const facts = { memberId, userId: target.userId, role: target.role };
      this.changes.record(tx, ctx, MemberRemoved, facts, IN_LIVE_ORGANIZATION);
    });
  }

  /**
   * Makes a user a member with this role, or no member without one: for memberships that are managed elsewhere. The owner
   * stays the owner. The caller has checked that the organization is not deleted.
   */
  async assign(
    tx: Transaction,
    ctx: OrganizationContext,
    { userId, role }: { userId: string; role: GivenRole | undefined },
  ): Promise<void> {
    const member = await this.members.lockOne(tx, ctx, userId);
    if (!member) {
      if (role) await this.add(tx, ctx, { userId, role }, () => NotInOrganization());
      return;
    }
    const { id: memberId, role: previousRole } = member;
    if (previousRole === 'owner' || previousRole === role) return;
    if (role) {
      await this.members.updateRole(tx, memberId, role);
      const facts = { memberId, userId, role, previousRole };
      this.changes.record(tx, ctx, MemberRoleChanged, facts, IN_LIVE_ORGANIZATION);
    } else {
      await this.members.delete(tx, memberId);
      this.changes.record(tx, ctx, MemberRemoved, { memberId, userId, role: previousRole }, IN_LIVE_ORGANIZATION);
    }
  }

  /**
   * Removes a user whose account is deleted from all organizations. Refused while the user owns one that is not deleted:
   * it would have no owner.
   */
  async removeUser(tx: Transaction, caller: ActorContext<UserActor>, userId: string): Promise<void> {
    const memberships = await this.members.lockOfUser(tx, userId);
    const owned = memberships.filter(({ role, isLive }) => role === 'owner' && isLive);
    if (owned.length > 0) throw UserStillOwnsOrganizations();
    for (const { id, organizationId, role, isLive } of memberships) {
      await this.members.delete(tx, id);
      const ctx = { ...caller, organizationId, role: 'owner' } as const;
      if (isLive) this.changes.record(tx, ctx, MemberRemoved, { memberId: id, userId, role: role as GivenRole });
    }
  }

  /** Makes another member the owner, unless this user owns as many organizations as allowed. The caller becomes an admin. */
  async transferOwnership(ctx: OrganizationContext, memberId: string): Promise<Member> {
    return this.unitOfWork.run(async (tx) => {
      const next = await this.members.find(ctx, memberId, tx);
      if (!next) throw cannotChange();
      const limit = this.config.maxOrganizationCount;
      const remaining = await this.organizations.remainingOwnerships(tx, next.userId, limit);
      const { actor, target } = await this.members.lockWithActor(tx, ctx, memberId);
      if (actor?.role !== 'owner') throw NotOrganizationOwner();
      if (!target) throw cannotChange();
      if (target.id === actor.id) throw Forbidden({ message: 'You are the owner of the organization already.' });
      if (remaining < 1) {
        throw OrganizationLimitReached({ message: 'The new owner has as many organizations as one user may have.' });
      }
      await this.members.updateRole(tx, actor.id, 'admin');
      const owner = await this.members.updateRole(tx, target.id, 'owner');
      const facts = { memberId, userId: target.userId, previousOwnerId: actor.userId };
      this.changes.record(tx, ctx, OrganizationOwnershipTransferred, facts, IN_LIVE_ORGANIZATION);
      return owner;
    });
  }
}

const mayChangeMembers = (ctx: OrganizationContext, { role }: Member): boolean =>
  canChange({ ...ctx, role }, 'members');

/** The same for a member that does not exist. */
const cannotChange = () => Forbidden({ message: 'You may not change or remove this member.' });

const ownerStays = (isActor: boolean) =>
  Forbidden({
    message: isActor
      ? 'The owner cannot leave the organization. Transfer the ownership to another member first, or delete the organization.'
      : 'The owner of the organization cannot be removed.',
  });

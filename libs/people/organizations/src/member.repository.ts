import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { COUNT, kyselyOf, lockName, ofPage, UnitOfWork, type Transaction } from '#ground/database';
import {
  createId,
  userIdOf,
  type OrganizationContext,
  type OrganizationScope,
  type Page,
  type Role,
} from '#ground/kernel';
import type { OrganizationTables } from './organization.repository.js';

type MemberTables = Pick<OrganizationTables, 'organization_member'>;

/** A membership. */
export interface Member {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  userId: string;
  role: Role;
}

/** Some members of an organization; without either, all. */
export interface MeantMembers {
  /** At least one. */
  roles?: readonly Role[];
  userIds?: readonly string[];
}

const COLUMNS = [
  'id',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'organization_id as organizationId',
  'user_id as userId',
  'role',
] as const;

/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const LIMIT_LOCK = 741_853_032;

/** The members of an organization. Its deletion is not looked at here. */
@Injectable()
export class MemberRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Oldest first. */
  list(scope: OrganizationScope, page: Page): Promise<Member[]> {
    return this.#select(scope).orderBy('created_at').orderBy('id').$call(ofPage(page)).execute();
  }

  async userIds(tx: Transaction, scope: OrganizationScope, { roles, userIds }: MeantMembers): Promise<string[]> {
    const rows = await this.#select(scope, tx)
      .$if(roles !== undefined, (query) => query.where('role', 'in', roles ?? []))
      .$if(userIds !== undefined, (query) => query.where('user_id', '=', sql<string>`any(${userIds}::text[])`))
      .execute();
    return rows.map(({ userId }) => userId);
  }

  async lockLimit(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await lockName(tx, LIMIT_LOCK, organizationId);
  }

  async count(tx: Transaction, { organizationId }: OrganizationScope): Promise<number> {
    const { count } = await kyselyOf<MemberTables>(tx)
      .selectFrom('organization_member')
      .select(COUNT.as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  }

  find(scope: OrganizationScope, memberId: string, tx?: Transaction): Promise<Member | undefined> {
    return this.#select(scope, tx).where('id', '=', memberId).executeTakeFirst();
  }

  findOfUser(scope: OrganizationScope, userId: string, tx?: Transaction): Promise<Member | undefined> {
    return this.#select(scope, tx).where('user_id', '=', userId).executeTakeFirst();
  }

  /** The role of the actor now. It stays until the commit; undefined for users who are not members, and for the server. */
  async keepRole(
    tx: Transaction,
    ctx: Pick<OrganizationContext, 'actor' | 'organizationId'>,
  ): Promise<Role | undefined> {
    if (ctx.actor.via === 'system') return undefined;
    const member = await this.#select(ctx, tx).where('user_id', '=', ctx.actor.userId).forShare().executeTakeFirst();
    return member?.role;
  }

  /** The actor and another member, in one statement: two changes of the same members wait for each other in one order. */
  async lockWithActor(
    tx: Transaction,
    ctx: OrganizationContext,
    memberId: string,
    { forDeletion = false } = {},
  ): Promise<{ actor: Member | undefined; target: Member | undefined }> {
    const actorId = userIdOf(ctx);
    const members = await this.#select(ctx, tx)
      .where((member) => member.or([member('id', '=', memberId), member('user_id', '=', actorId)]))
      .orderBy('id')
      .$call((query) => (forDeletion ? query.forUpdate() : query.forNoKeyUpdate()))
      .execute();
    return {
      actor: members.find(({ userId }) => userId === actorId),
      target: members.find(({ id }) => id === memberId),
    };
  }

  /** The membership of a user, locked for deletion. */
  lockOne(tx: Transaction, scope: OrganizationScope, userId: string): Promise<Member | undefined> {
    return this.#select(scope, tx).where('user_id', '=', userId).forUpdate().executeTakeFirst();
  }

  /** Locks all memberships of a user for deletion, in the order of their ids. */
  lockOfUser(tx: Transaction, userId: string): Promise<(Member & { isLive: boolean })[]> {
    return kyselyOf<OrganizationTables>(tx)
      .selectFrom('organization_member')
      .select(COLUMNS)
      .select(({ selectFrom }) =>
        selectFrom('organization')
          .select(sql<boolean>`deleted_at is null`.as('isLive'))
          .whereRef('organization.id', '=', 'organization_member.organization_id')
          .$asScalar()
          .$notNull()
          .as('isLive'),
      )
      .where('user_id', '=', userId)
      .orderBy('id')
      .forUpdate()
      .execute();
  }

  /** Returns undefined for a user who is a member already. */
  insert(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { userId, role }: { userId: string; role: Role },
  ): Promise<Member | undefined> {
    const now = sql<Date>`now()`;
    return kyselyOf<MemberTables>(tx)
      .insertInto('organization_member')
      .values({
        id: createId('org_mem'),
        created_at: now,
        updated_at: now,
        organization_id: organizationId,
        user_id: userId,
        role,
      })
      .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
  }

  updateRole(tx: Transaction, memberId: string, role: Role): Promise<Member> {
    return kyselyOf<MemberTables>(tx)
      .updateTable('organization_member')
      .set({ role, updated_at: sql<Date>`greatest(now(), updated_at + interval '1 ms')` })
      .where('id', '=', memberId)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  }

  async delete(tx: Transaction, memberId: string): Promise<void> {
    await kyselyOf<MemberTables>(tx).deleteFrom('organization_member').where('id', '=', memberId).execute();
  }

  #select({ organizationId }: OrganizationScope, tx?: Transaction) {
    return kyselyOf<MemberTables>(tx ?? this.unitOfWork)
      .selectFrom('organization_member')
      .select(COLUMNS)
      .where('organization_id', '=', organizationId);
  }
}

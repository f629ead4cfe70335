import { Injectable } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import { COUNT, kyselyOf, lockName, ofPage, UnitOfWork, type Transaction } from '#ground/database';
import { createId, type OrganizationScope, type Page } from '#ground/kernel';
import type { GivenRole } from '../members.js';
import type { OrganizationTables } from '../organization.repository.js';
import type { InvitationStatus, InvitationTables } from './invitation.schema.js';

export interface Invitation {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  email: string;
  role: GivenRole;
  /** `expired` from the moment of `expiresAt` on. */
  status: InvitationStatus;
  expiresAt: Date;
  inviterId: string | null;
}

/** What is sent to an address. */
export interface InvitationFields {
  email: string;
  role: GivenRole;
  inviterId: string;
  expiresInDays: number;
}

const NOW = sql<Date>`now()`;
/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const LIMIT_LOCK = 741_853_031;
const UPDATED_AT = sql<Date>`greatest(now(), organization_invitation.updated_at + interval '1 ms')`;
const STATUS = sql<InvitationStatus>`case
  when organization_invitation.status = 'pending' and organization_invitation.expires_at <= now() then 'expired'
  else organization_invitation.status end`;

const COLUMNS = [
  'organization_invitation.id',
  'organization_invitation.created_at as createdAt',
  'organization_invitation.updated_at as updatedAt',
  'organization_invitation.organization_id as organizationId',
  'organization_invitation.email',
  'organization_invitation.role',
  STATUS.as('status'),
  'organization_invitation.expires_at as expiresAt',
  'organization_invitation.inviter_id as inviterId',
] as const;

const inDays = (days: number): RawBuilder<Date> => sql<Date>`now() + make_interval(days => ${days})`;

/** Every query on invitations. Whether their organization is deleted is looked at only where a method says so. */
@Injectable()
export class InvitationRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Returns invitations of an organization in every status, oldest first. */
  list({ organizationId }: OrganizationScope, page: Page): Promise<Invitation[]> {
    return this.#select()
      .where('organization_id', '=', organizationId)
      .orderBy('created_at')
      .orderBy('id')
      .$call(ofPage(page))
      .execute();
  }

  /** Returns the invitations that this address can accept now, oldest first; without those of deleted organizations. */
  pendingOf(email: string, page: Page): Promise<Invitation[]> {
    return this.#pendingOf(email)
      .select(COLUMNS)
      .orderBy('organization_invitation.created_at')
      .orderBy('organization_invitation.id')
      .$call(ofPage(page))
      .execute();
  }

  /** How many {@link pendingOf} lists. */
  async countPendingOf(email: string): Promise<number> {
    const { count } = await this.#pendingOf(email).select(COUNT.as('count')).executeTakeFirstOrThrow();
    return count;
  }

  /** How many invitations of the organization wait for an answer. */
  async countPending(tx: Transaction, { organizationId }: OrganizationScope): Promise<number> {
    const { count } = await kyselyOf<InvitationTables>(tx)
      .selectFrom('organization_invitation')
      .select(COUNT.as('count'))
      .where('organization_id', '=', organizationId)
      .where('status', '=', 'pending')
      .where('expires_at', '>', NOW)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Invitations of an organization are sent one after the other, so that the limit holds. */
  async lockLimit(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await lockName(tx, LIMIT_LOCK, organizationId);
  }

  find(id: string, tx?: Transaction): Promise<Invitation | undefined> {
    return this.#select(tx).where('id', '=', id).executeTakeFirst();
  }

  /** Locked until the end of the transaction. */
  lock(tx: Transaction, id: string): Promise<Invitation | undefined> {
    return this.#select(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  }

  /** Adds an invitation, or reuses the one that the address had before. Returns undefined while that one is pending. */
  save(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { email, role, inviterId, expiresInDays }: InvitationFields,
  ): Promise<Invitation | undefined> {
    const fields = { role, status: 'pending' as const, inviter_id: inviterId, expires_at: inDays(expiresInDays) };
    return kyselyOf<InvitationTables>(tx)
      .insertInto('organization_invitation')
      .values({
        id: createId('org_inv'),
        created_at: NOW,
        updated_at: NOW,
        organization_id: organizationId,
        email,
        ...fields,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'email'])
          .doUpdateSet({ ...fields, updated_at: UPDATED_AT })
          .where(STATUS, '<>', 'pending'),
      )
      .returning(COLUMNS)
      .executeTakeFirst();
  }

  /** Makes an invitation pending again. */
  renew(
    tx: Transaction,
    id: string,
    { inviterId, expiresInDays }: Pick<InvitationFields, 'expiresInDays' | 'inviterId'>,
  ): Promise<Invitation> {
    return kyselyOf<InvitationTables>(tx)
      .updateTable('organization_invitation')
      .set({ status: 'pending', inviter_id: inviterId, expires_at: inDays(expiresInDays), updated_at: UPDATED_AT })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  }

  async end(tx: Transaction, id: string, status: Exclude<InvitationStatus, 'pending'>): Promise<void> {
    await kyselyOf<InvitationTables>(tx)
      .updateTable('organization_invitation')
      .set({ status, updated_at: UPDATED_AT })
      .where('id', '=', id)
      .execute();
  }

  /** Pending invitations whose time is over, by id, from the one after `after`. */
  overdue(after: string, limit: number): Promise<Pick<Invitation, 'id' | 'organizationId'>[]> {
    return kyselyOf<InvitationTables>(this.unitOfWork)
      .selectFrom('organization_invitation')
      .select(['id', 'organization_id as organizationId'])
      .where('status', '=', 'pending')
      .where('expires_at', '<=', NOW)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Marks those of these invitations whose time is over as expired, and returns them. */
  async expire(tx: Transaction, ids: readonly string[]): Promise<Invitation[]> {
    const db = kyselyOf<InvitationTables>(tx);
    const due = await db
      .selectFrom('organization_invitation')
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .where('status', '=', 'pending')
      .where('expires_at', '<=', NOW)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    return db
      .updateTable('organization_invitation')
      .set({ status: 'expired', updated_at: UPDATED_AT })
      .where('id', '=', sql<string>`any(${due.map(({ id }) => id)}::text[])`)
      .returning(COLUMNS)
      .execute();
  }

  #pendingOf(email: string) {
    return kyselyOf<InvitationTables & OrganizationTables>(this.unitOfWork)
      .selectFrom('organization_invitation')
      .innerJoin('organization', 'organization.id', 'organization_invitation.organization_id')
      .where('organization.deleted_at', 'is', null)
      .where('organization_invitation.email', '=', email)
      .where('organization_invitation.status', '=', 'pending')
      .where('organization_invitation.expires_at', '>', NOW);
  }

  #select(tx?: Transaction) {
    return kyselyOf<InvitationTables>(tx ?? this.unitOfWork)
      .selectFrom('organization_invitation')
      .select(COLUMNS);
  }
}

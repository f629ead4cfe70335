import { Injectable } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import { createId, type OrganizationScope } from '#ground/kernel';
import type { GivenRole } from '../members.js';
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

/** Every query on invitations. Whether their organization is deleted is not looked at here. */
@Injectable()
export class InvitationRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Returns all invitations of an organization, oldest first. */
  list({ organizationId }: OrganizationScope): Promise<Invitation[]> {
    return this.#select().where('organization_id', '=', organizationId).orderBy('created_at').orderBy('id').execute();
  }

  /** Returns the invitations that this address can accept now, oldest first. */
  pendingOf(email: string): Promise<Invitation[]> {
    return this.#select()
      .where('email', '=', email)
      .where('status', '=', 'pending')
      .where('expires_at', '>', NOW)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
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

  #select(tx?: Transaction) {
    return kyselyOf<InvitationTables>(tx ?? this.unitOfWork)
      .selectFrom('organization_invitation')
      .select(COLUMNS);
  }
}

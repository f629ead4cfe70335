import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import { createId } from '#ground/kernel';
import type { InvitationTables } from './invitation.schema.js';

/** Advisory locks of PostgreSQL: this number and a hash of the user. */
const LIMIT_LOCK = 741_853_021;

/** How many invitations each user has sent within 24 hours. */
@Injectable()
export class SentInvitationRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** A user sends one invitation after the other, so that the limit holds. The first lock to take. */
  async lockLimit(tx: Transaction, userId: string): Promise<void> {
    await tx.sql.query('select pg_advisory_xact_lock($1, hashtext($2))', [LIMIT_LOCK, userId]);
  }

  /** The seconds until the user may send another one; undefined when it may now. */
  async waitOf(tx: Transaction, userId: string, limit: number): Promise<number | undefined> {
    const row = await kyselyOf<InvitationTables>(tx)
      .selectFrom('sent_invitation')
      .select(sql<number>`ceil(extract(epoch from sent_at + interval '24 hours' - now()))::int`.as('seconds'))
      .where('user_id', '=', userId)
      .where('sent_at', '>', sql<Date>`now() - interval '24 hours'`)
      .orderBy('sent_at', 'desc')
      .offset(limit - 1)
      .limit(1)
      .executeTakeFirst();
    return row && Math.max(1, row.seconds);
  }

  async add(tx: Transaction, userId: string): Promise<void> {
    await kyselyOf<InvitationTables>(tx)
      .insertInto('sent_invitation')
      .values({ id: createId('org_inv_snt'), user_id: userId, sent_at: sql<Date>`now()` })
      .execute();
  }

  /** Removes what counts no longer. */
  async prune(): Promise<void> {
    await kyselyOf<InvitationTables>(this.unitOfWork)
      .deleteFrom('sent_invitation')
      .where('sent_at', '<=', sql<Date>`now() - interval '24 hours'`)
      .execute();
  }
}

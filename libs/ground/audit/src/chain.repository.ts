import { Injectable } from '@nestjs/common';
import { sql, type Selectable } from 'kysely';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import { INSTANCE_CHAIN } from './audit-chain.js';
import type { AuditTables } from './audit.schema.js';
import type { SealedEntry } from './sealed-entry.js';

/** An entry that has no place in its chain yet. */
export type UnsealedEntry = Omit<SealedEntry, 'chainId' | 'sequence' | 'previousHash' | 'hash'>;

export interface Chain {
  id: string;
  lastSequence: number;
  headHash: string;
  eventPosition: number;
  /** Entries up to this one were removed when their time was over; the hash is that of the last of them. */
  cutSequence: number;
  cutHash: string;
}

type EntryRow = Selectable<AuditTables['audit_entry']>;
type RecordedRow = Omit<EntryRow, 'chain_id' | 'sequence' | 'previous_hash' | 'hash'>;

/** A condition on `event`: it is not in the audit log. */
export const IS_UNSEALED = `not exists (
  select from audit_chain c where c.id = event.organization_id and c.event_position >= event.position)`;

/** The chains and their entries. */
@Injectable()
export class ChainRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async find(chainId: string): Promise<Chain | undefined> {
    const row = await this.#db.selectFrom('audit_chain').selectAll().where('id', '=', chainId).executeTakeFirst();
    return row && chainFrom(row);
  }

  /** The chains after this one. */
  async after(chainId: string, limit: number): Promise<Chain[]> {
    const rows = await this.#db
      .selectFrom('audit_chain')
      .selectAll()
      .where('id', '>', chainId)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(chainFrom);
  }

  /** Returns how far the events of these organizations are in their chains. */
  async eventPositions(organizationIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#db
      .selectFrom('audit_chain')
      .select(['id', 'event_position'])
      .where('id', '=', sql<string>`any(${organizationIds}::text[])`)
      .execute();
    return new Map(rows.map(({ id, event_position }) => [id, Number(event_position)]));
  }

  /** Locks the chain until the transaction ends, and begins it when it is new. */
  async lock(tx: Transaction, chainId: string): Promise<Chain> {
    const db = kyselyOf<AuditTables>(tx);
    const find = () =>
      db.selectFrom('audit_chain').selectAll().where('id', '=', chainId).forUpdate().executeTakeFirst();
    const known = await find();
    if (known) return chainFrom(known);
    const organizationId = chainId === INSTANCE_CHAIN ? null : chainId;
    await db
      .insertInto('audit_chain')
      .values({ id: chainId, organization_id: organizationId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const begun = await find();
    if (!begun) throw new Error(`the chain ${chainId} of the audit log could not be begun`);
    return chainFrom(begun);
  }

  /** Entries that wait, in the order in which they were recorded. */
  async waiting(tx: Transaction, chainId: string, limit: number): Promise<(UnsealedEntry & { ordinal: string })[]> {
    const rows = await kyselyOf<AuditTables>(tx)
      .selectFrom('audit_pending')
      .selectAll()
      .where('chain_id', '=', chainId)
      .orderBy('ordinal')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...unsealedFrom(row), ordinal: row.ordinal }));
  }

  async countWaiting(): Promise<{ count: number; oldestSeconds: number }> {
    return this.#db
      .selectFrom('audit_pending')
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<number>`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`.as('oldestSeconds'),
      ])
      .executeTakeFirstOrThrow();
  }

  /** Chains that have waiting entries. */
  async waitingChains(limit: number): Promise<string[]> {
    const rows = await this.#db.selectFrom('audit_pending').select('chain_id').distinct().limit(limit).execute();
    return rows.map((row) => row.chain_id);
  }

  /** Writes sealed entries, removes them from those that wait, and moves the head of their chain. */
  async append(
    tx: Transaction,
    chain: Chain,
    { entries, ordinals }: { entries: readonly SealedEntry[]; ordinals: readonly string[] },
  ): Promise<void> {
    const db = kyselyOf<AuditTables>(tx);
    // As text, with one parameter: hundreds of entries have thousands of values.
    if (entries.length > 0) await tx.sql.query(INSERT, [JSON.stringify(entries.map(columnsOf))]);
    if (ordinals.length > 0)
      await db
        .deleteFrom('audit_pending')
        .where('ordinal', '=', sql<string>`any(${ordinals}::bigint[])`)
        .execute();
    await db
      .updateTable('audit_chain')
      .set({
        last_sequence: String(chain.lastSequence),
        head_hash: chain.headHash,
        event_position: String(chain.eventPosition),
      })
      .where('id', '=', chain.id)
      .execute();
  }

  /** Entries in the order of the chain. */
  async page(chainId: string, range: { after: number; upTo: number }, limit: number): Promise<SealedEntry[]> {
    const rows = await this.#db
      .selectFrom('audit_entry')
      .selectAll()
      .where('chain_id', '=', chainId)
      .where('sequence', '>', String(range.after))
      .where('sequence', '<=', String(range.upTo))
      .orderBy('sequence')
      .limit(limit)
      .execute();
    return rows.map(sealedFrom);
  }

  /** Removes old entries from the begin of a chain, up to the first one that is young enough. The newest one stays. */
  async cut(
    tx: Transaction,
    chainId: string,
    { olderThanDays, limit }: { olderThanDays: number; limit: number },
  ): Promise<{ sequence: number; hash: string; count: number } | undefined> {
    const chain = await this.lock(tx, chainId);
    const db = kyselyOf<AuditTables>(tx);
    const upTo = Math.min(chain.cutSequence + limit, chain.lastSequence - 1);
    const young = await db
      .selectFrom('audit_entry')
      .select(sql<number | null>`min(sequence)::float8`.as('sequence'))
      .where('chain_id', '=', chainId)
      .where('sequence', '>', String(chain.cutSequence))
      .where('sequence', '<=', String(upTo))
      .where('created_at', '>=', sql<Date>`now() - make_interval(days => ${olderThanDays})`)
      .executeTakeFirst();
    const sequence = Math.min(upTo, (young?.sequence ?? Infinity) - 1);
    if (sequence <= chain.cutSequence) return undefined;
    const last = await db
      .selectFrom('audit_entry')
      .select('hash')
      .where('chain_id', '=', chainId)
      .where('sequence', '=', String(sequence))
      .executeTakeFirst();
    if (!last) return undefined; // a broken chain stays as it is
    await db
      .updateTable('audit_chain')
      .set({ cut_sequence: String(sequence), cut_hash: last.hash, cut_at: sql<Date>`now()` })
      .where('id', '=', chainId)
      .execute();
    const { numDeletedRows } = await db
      .deleteFrom('audit_entry')
      .where('chain_id', '=', chainId)
      .where('sequence', '<=', String(sequence))
      .executeTakeFirstOrThrow();
    return { sequence, hash: last.hash, count: Number(numDeletedRows) };
  }

  get #db() {
    return kyselyOf<AuditTables>(this.unitOfWork);
  }
}

const COLUMNS = {
  ...{ chain_id: 'text', sequence: 'bigint', id: 'text', created_at: 'timestamptz', organization_id: 'text' },
  ...{ action: 'text', actor_type: 'text', actor_user_id: 'text', actor_api_key_id: 'text', actor_reason: 'text' },
  ...{ address: 'text', user_agent: 'text', request_id: 'text', target_type: 'text', target_id: 'text' },
  ...{ target_name: 'text', details: 'jsonb', previous_hash: 'text', hash: 'text' },
};
const NAMES = Object.keys(COLUMNS).join(', ');
const TYPED = Object.entries(COLUMNS).map((column) => column.join(' '));
const INSERT = `insert into audit_entry (${NAMES}) select ${NAMES} from json_to_recordset($1::json) as item(${TYPED.join(', ')})`;

function columnsOf(entry: SealedEntry): Record<keyof typeof COLUMNS, unknown> {
  const { actor, target } = entry;
  return {
    chain_id: entry.chainId,
    sequence: entry.sequence,
    id: entry.id,
    created_at: entry.createdAt.toISOString(),
    organization_id: entry.organizationId,
    action: entry.action,
    actor_type: actor.type,
    actor_user_id: actor.userId,
    actor_api_key_id: actor.apiKeyId,
    actor_reason: actor.reason,
    address: entry.address,
    user_agent: entry.userAgent,
    request_id: entry.requestId,
    target_type: target?.type ?? null,
    target_id: target?.id ?? null,
    target_name: target?.name ?? null,
    details: entry.details,
    previous_hash: entry.previousHash,
    hash: entry.hash,
  };
}

function unsealedFrom(row: RecordedRow): UnsealedEntry {
  const { actor_type: type, actor_user_id: userId, actor_api_key_id: apiKeyId, actor_reason: reason } = row;
  const { target_type: targetType, target_id: targetId } = row;
  return {
    id: row.id,
    createdAt: row.created_at,
    organizationId: row.organization_id,
    action: row.action,
    actor: { type, userId, apiKeyId, reason },
    address: row.address,
    userAgent: row.user_agent,
    requestId: row.request_id,
    target: targetType !== null && targetId !== null ? { type: targetType, id: targetId, name: row.target_name } : null,
    details: row.details,
  };
}

export function sealedFrom(row: EntryRow): SealedEntry {
  const { chain_id: chainId, previous_hash: previousHash, hash } = row;
  return { ...unsealedFrom(row), chainId, sequence: Number(row.sequence), previousHash, hash };
}

function chainFrom(row: Selectable<AuditTables['audit_chain']>): Chain {
  return {
    id: row.id,
    lastSequence: Number(row.last_sequence),
    headHash: row.head_hash,
    eventPosition: Number(row.event_position),
    cutSequence: Number(row.cut_sequence),
    cutHash: row.cut_hash,
  };
}

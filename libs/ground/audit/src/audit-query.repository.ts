import { Injectable } from '@nestjs/common';
import { kyselyOf, UnitOfWork } from '#ground/database';
import type { AuditTables } from './audit.schema.js';
import { sealedFrom } from './chain.repository.js';
import type { SealedEntry } from './sealed-entry.js';

/** Users are shown with the names that they have now. */
type Tables = AuditTables & { user: { id: string; name: string; email: string } };

/** Which entries to read. */
export interface AuditSelection {
  /** Undefined for the entries of all chains. */
  chainId: string | undefined;
  action?: string | undefined;
  actorId?: string | undefined;
  targetId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface AuditPageQuery extends AuditSelection {
  /** The id of an entry: only earlier ones. */
  before?: string | undefined;
  limit: number;
}

/** An entry with the name of its actor, as far as the account still exists. */
export interface ShownEntry extends SealedEntry {
  actorName: string | null;
  actorEmail: string | null;
}

/** Reads sealed entries for people. */
@Injectable()
export class AuditQuery {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Newest first: in the order of the chain, or of all chains by time. Empty when there is no entry `before`. */
  async latest({ before, limit, ...selection }: AuditPageQuery): Promise<ShownEntry[]> {
    const { chainId } = selection;
    let query = this.#selected(selection);
    if (before !== undefined) {
      const mark = await this.#find(before, chainId);
      if (!mark) return [];
      query =
        chainId === undefined
          ? query.where((eb) => eb(eb.refTuple('e.created_at', 'e.id'), '<', eb.tuple(mark.created_at, mark.id)))
          : query.where('e.sequence', '<', mark.sequence);
    }
    const ordered =
      chainId === undefined
        ? query.orderBy('e.created_at', 'desc').orderBy('e.id', 'desc')
        : query.orderBy('e.sequence', 'desc');
    return shown(await ordered.limit(limit).execute());
  }

  /** Entries of one chain in its order, those after `after`. */
  async following(chainId: string, { after, upTo }: { after: number; upTo: number }, limit: number) {
    const rows = await this.#selected({ chainId })
      .where('e.sequence', '>', String(after))
      .where('e.sequence', '<=', String(upTo))
      .orderBy('e.sequence')
      .limit(limit)
      .execute();
    return shown(rows);
  }

  /** The smallest and the largest place in a chain of entries within these times; so an export of them has no gaps. */
  async range({ chainId, from, to }: Pick<AuditSelection, 'from' | 'to'> & { chainId: string }) {
    let query = this.#db
      .selectFrom('audit_entry')
      .select((eb) => [eb.fn.min('sequence').as('first'), eb.fn.max('sequence').as('last')])
      .where('chain_id', '=', chainId);
    if (from !== undefined) query = query.where('created_at', '>=', from);
    if (to !== undefined) query = query.where('created_at', '<=', to);
    const row = await query.executeTakeFirst();
    const { first, last } = row ?? { first: null, last: null };
    return { after: Number(first ?? 1) - 1, upTo: Number(last ?? 0) };
  }

  async #find(id: string, chainId: string | undefined) {
    const row = await this.#db.selectFrom('audit_entry').selectAll().where('id', '=', id).executeTakeFirst();
    return row && (chainId === undefined || row.chain_id === chainId) ? row : undefined;
  }

  #selected({ chainId, action, actorId, targetId, from, to }: AuditSelection) {
    let query = this.#db
      .selectFrom('audit_entry as e')
      .leftJoin('user as u', 'u.id', 'e.actor_user_id')
      .selectAll('e')
      .select(['u.name as shown_name', 'u.email as shown_email']);
    if (chainId !== undefined) query = query.where('e.chain_id', '=', chainId);
    if (action !== undefined) query = query.where('e.action', '=', action);
    if (actorId !== undefined) query = query.where('e.actor_user_id', '=', actorId);
    if (targetId !== undefined) query = query.where('e.target_id', '=', targetId);
    if (from !== undefined) query = query.where('e.created_at', '>=', from);
    if (to !== undefined) query = query.where('e.created_at', '<=', to);
    return query;
  }

  get #db() {
    return kyselyOf<Tables>(this.unitOfWork);
  }
}

type ShownRow = Parameters<typeof sealedFrom>[0] & { shown_name: string | null; shown_email: string | null };

const shown = (rows: readonly ShownRow[]): ShownEntry[] =>
  rows.map((row) => ({ ...sealedFrom(row), actorName: row.shown_name, actorEmail: row.shown_email }));

import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import type { AuditTables } from './audit.schema.js';
import type { ChainProblem, ProblemKind } from './chain-walk.js';

/** The result of a check of a chain. */
export interface ChainCheck {
  checkedEntries: number;
  lastSequence: number;
  headHash: string;
  problem: ChainProblem | null;
}

export interface LastCheck extends ChainCheck {
  /** Null before the first check has ended. */
  checkedAt: Date | null;
  isChecking: boolean;
}

const NOW = sql<Date>`now()`;

/** The last check of each chain. */
@Injectable()
export class CheckRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async last(chainId: string): Promise<LastCheck | undefined> {
    const row = await kyselyOf<AuditTables>(this.unitOfWork)
      .selectFrom('audit_check')
      .selectAll()
      .where('chain_id', '=', chainId)
      .executeTakeFirst();
    if (!row) return undefined;
    const { problem_sequence: sequence, problem_kind: kind, problem_message: message } = row;
    return {
      checkedAt: row.checked_at,
      isChecking: row.requested_at !== null,
      checkedEntries: Number(row.checked_entries),
      lastSequence: Number(row.last_sequence),
      headHash: row.head_hash ?? '',
      problem:
        sequence === null ? null : { sequence: Number(sequence), kind: kind as ProblemKind, message: message ?? '' },
    };
  }

  /** Notes that a check was requested. Returns false when one is waiting or runs. */
  async request(tx: Transaction, chainId: string): Promise<boolean> {
    const noted = await kyselyOf<AuditTables>(tx)
      .insertInto('audit_check')
      .values({ chain_id: chainId, requested_at: NOW })
      .onConflict((conflict) =>
        conflict
          .column('chain_id')
          .doUpdateSet({ requested_at: NOW })
          .where((is) =>
            is.or([
              is('audit_check.requested_at', 'is', null),
              is('audit_check.requested_at', '<', sql<Date>`now() - interval '2 hours'`),
            ]),
          ),
      )
      .returning('chain_id')
      .executeTakeFirst();
    return noted !== undefined;
  }

  async save(tx: Transaction, chainId: string, check: ChainCheck): Promise<void> {
    const { checkedEntries, lastSequence, headHash, problem } = check;
    // As text: a finding must leave the head of the last sound check, which takes a case for each of its columns.
    await tx.sql.query(
      `insert into audit_check as known (chain_id, checked_at, checked_entries, last_sequence, head_hash,
         problem_sequence, problem_kind, problem_message)
       values ($1, clock_timestamp(), $2, $3, $4, $5, $6, $7)
       on conflict (chain_id) do update set requested_at = null, checked_at = excluded.checked_at,
         checked_entries = excluded.checked_entries,
         last_sequence = case when excluded.problem_sequence is null then excluded.last_sequence else known.last_sequence end,
         head_hash = case when excluded.problem_sequence is null then excluded.head_hash else known.head_hash end,
         problem_sequence = excluded.problem_sequence, problem_kind = excluded.problem_kind,
         problem_message = excluded.problem_message`,
      [
        ...[chainId, checkedEntries, lastSequence, headHash],
        ...[problem?.sequence ?? null, problem?.kind ?? null, problem?.message ?? null],
      ],
    );
  }

  /** Chains whose last check has found a problem. */
  async broken(limit: number): Promise<{ chainId: string; message: string }[]> {
    const rows = await kyselyOf<AuditTables>(this.unitOfWork)
      .selectFrom('audit_check')
      .select(['chain_id', 'problem_message'])
      .where('problem_sequence', 'is not', null)
      .orderBy('chain_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ chainId: row.chain_id, message: row.problem_message ?? '' }));
  }
}

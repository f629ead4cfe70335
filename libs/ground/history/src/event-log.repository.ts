import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { HistoryTables } from './history.schema.js';

/** What was recorded, without who caused it. */
export interface LoggedEvent {
  id: string;
  position: number;
  name: string;
  payload: object;
  createdAt: Date;
}

export interface LogSelection {
  /** Only events after this position. */
  after: number;
  /** Only events up to this position. */
  upTo?: number;
  /** Only events recorded at or after this time. */
  since?: Date;
  /** Only events with one of these names; without it all. */
  names?: readonly string[];
}

export interface LogPage extends LogSelection {
  limit: number;
}

/** As text: one statement for every selection, so that it is prepared once. */
const SELECTED = `organization_id = $1 and position > $2 and ($3::bigint is null or position <= $3)
  and ($4::timestamptz is null or created_at >= $4) and ($5::text[] is null or name = any($5))`;

function valuesOf({ organizationId }: OrganizationScope, { after, upTo, since, names }: LogSelection): unknown[] {
  return [organizationId, after, upTo ?? null, since ?? null, names ?? null];
}

/** The log of events as a sequence, for readers that keep a position in it. */
@Injectable()
export class EventLog {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Events in the order of their positions. */
  page(tx: Transaction, scope: OrganizationScope, { limit, ...selection }: LogPage): Promise<LoggedEvent[]> {
    return tx.sql.query<LoggedEvent>(
      `select id, position::float8 as position, name, payload, created_at as "createdAt" from event
       where ${SELECTED} order by position limit $6`,
      [...valuesOf(scope, selection), limit],
    );
  }

  async count(tx: Transaction, scope: OrganizationScope, selection: LogSelection): Promise<number> {
    const [row] = await tx.sql.query<{ count: number }>(
      `select count(*)::int as count from event where ${SELECTED}`,
      valuesOf(scope, selection),
    );
    return row?.count ?? 0;
  }

  /** The position of the last event of each of these organizations. */
  async positions(organizationIds: readonly string[], tx?: Transaction): Promise<Map<string, number>> {
    const rows = await kyselyOf<HistoryTables>(tx ?? this.unitOfWork)
      .selectFrom('organization_log')
      .select(['organization_id', 'event_position'])
      .where('organization_id', '=', sql<string>`any(${organizationIds}::text[])`)
      .execute();
    return new Map(rows.map((row) => [row.organization_id, Number(row.event_position)]));
  }
}

import { Injectable } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import type { IndexState } from './index-state.repository.js';

/** Longer than a process goes by roles that it has read. */
const NOTICED_AFTER_MS = 5_000;

/** Whether every process goes by the present roles, and no transaction runs that has begun with earlier ones. */
@Injectable()
export class SettledRoles {
  #noticed: { key: string; transactionId: bigint } | undefined;

  /** Never waits; the caller asks again later. */
  async areSettled(sql: Sql, { rolesChangedAt, rebuildNumber }: IndexState): Promise<boolean> {
    const [time] = await sql.query<{ isPast: boolean }>(
      'select $1::timestamptz < now() - make_interval(secs => $2) as "isPast"',
      [rolesChangedAt, NOTICED_AFTER_MS / 1000],
    );
    if (time?.isPast !== true) return false;
    const key = `${rolesChangedAt.getTime()} ${rebuildNumber}`;
    if (this.#noticed?.key !== key) {
      // Whatever has written before has a lower id.
      const [own] = await sql.query<{ id: string }>('select pg_current_xact_id()::text as id');
      this.#noticed = { key, transactionId: BigInt(own?.id ?? 0) };
    }
    const [running] = await sql.query<{ oldest: string }>(
      'select pg_snapshot_xmin(pg_current_snapshot())::text as oldest',
    );
    return BigInt(running?.oldest ?? 0) > this.#noticed.transactionId;
  }
}

import { Injectable } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import type { IndexState } from './index-state.repository.js';

/** Longer than a process goes by roles that it has read. */
const NOTICED_AFTER_MS = 5_000;

/** Whether every process goes by the present roles, and no transaction runs that has begun with earlier ones. */
@Injectable()
export class SettledRoles {
  #noticed: { key: string; next: bigint } | undefined;

  /** Never waits; the caller asks again later. */
  async areSettled(sql: Sql, { rolesChangedAt, rebuildNumber }: IndexState): Promise<boolean> {
    const [row] = await sql.query<{ isNoticed: boolean; oldest: string; next: string }>(
      `select $1::timestamptz < now() - make_interval(secs => $2) as "isNoticed",
         pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_snapshot_xmax(pg_current_snapshot())::text as next`,
      [rolesChangedAt, NOTICED_AFTER_MS / 1000],
    );
    if (row?.isNoticed !== true) return false;
    const key = `${rolesChangedAt.getTime()} ${rebuildNumber}`;
    // What runs now may have begun before; what begins from now on has the next transaction id or a later one.
    if (this.#noticed?.key !== key) this.#noticed = { key, next: BigInt(row.next) };
    return BigInt(row.oldest) >= this.#noticed.next;
  }
}

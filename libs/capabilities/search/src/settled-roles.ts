import { Injectable } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import { IndexStateRepository, type IndexState } from './index-state.repository.js';

/** Longer than a process goes by roles that it has read. */
const NOTICED_AFTER_MS = 5_000;

/** Whether every process goes by the present roles, and no transaction runs that has begun with earlier ones. */
@Injectable()
export class SettledRoles {
  #noticed: { key: string; transactionId: bigint } | undefined;

  constructor(private readonly state: IndexStateRepository) {}

  /** Never waits; the caller asks again later. */
  async areSettled(sql: Sql, { rolesChangedAt, rebuildNumber }: IndexState): Promise<boolean> {
    if (!(await this.state.isPast(sql, rolesChangedAt, NOTICED_AFTER_MS / 1000))) return false;
    const key = `${rolesChangedAt.getTime()} ${rebuildNumber}`;
    if (this.#noticed?.key !== key) {
      // Whatever has written before has a lower id.
      this.#noticed = { key, transactionId: await this.state.transactionId(sql) };
    }
    return (await this.state.oldestTransactionId(sql)) > this.#noticed.transactionId;
  }
}

import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, NOW, UnitOfWork } from '#ground/database';
import type { ProcessTables } from './server-process.schema.js';

/** A process without a heartbeat for so long counts as dead: it has missed two. */
export const DEAD_AFTER_SECONDS = 90;

export interface ProcessCounts {
  /** That sent a heartbeat lately. */
  processes: number;
  /** Those of them that run jobs. */
  workers: number;
  /** Of the last worker, dead or alive; null when none is known. */
  workerSeenAt: Date | null;
  /** How long the servers that are alive have had none; a standstill of the whole archive does not count. */
  minutesWithoutWorker: number;
}

const runsJobs = sql<boolean>`mode <> 'web'`;
const isAlive = sql<boolean>`seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS})`;

/** The servers and workers of this archive, in the time of the database. */
@Injectable()
export class ServerProcessRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The row may have been removed while this process could not reach the database. */
  async beat(process: { id: string; mode: string; host: string; pid: number; version: string }): Promise<void> {
    await this.#db
      .insertInto('server_process')
      .values({ ...process, started_at: NOW, seen_at: NOW })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: NOW }))
      .execute();
  }

  /** Forgets the processes that ended long ago. */
  async prune(): Promise<void> {
    await this.#db
      .deleteFrom('server_process')
      .where('seen_at', '<', sql<Date>`now() - interval '7 days'`)
      .execute();
  }

  counts(): Promise<ProcessCounts> {
    return this.#db
      .selectFrom('server_process')
      .select([
        sql<number>`(count(*) filter (where ${isAlive}))::int`.as('processes'),
        sql<number>`(count(*) filter (where ${isAlive} and ${runsJobs}))::int`.as('workers'),
        sql<Date | null>`max(seen_at) filter (where ${runsJobs})`.as('workerSeenAt'),
        sql<number>`coalesce(extract(epoch from now() - greatest(max(seen_at) filter (where ${runsJobs}),
          min(started_at) filter (where ${isAlive}))) / 60, 0)::float`.as('minutesWithoutWorker'),
      ])
      .executeTakeFirstOrThrow();
  }

  get #db() {
    return kyselyOf<ProcessTables>(this.unitOfWork);
  }
}

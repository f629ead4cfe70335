import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POSTGRES_POOL } from '#ground/database';

/** Advisory lock of the one move that may run at a time in an installation. */
export const MOVE_LOCK = 7_216_015;
const LOCK_NOT_AVAILABLE = '55P03';

/** Held in an open transaction: its end, also by a kill, frees the lock, and a connection pooler keeps it together. */
@Injectable()
export class MoveLock {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: pg.Pool) {}

  /** Throws when a move is running already. */
  async while<Result>(work: () => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    try {
      await client.query(`begin; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '1s'`);
      await client.query('select pg_advisory_xact_lock($1)', [MOVE_LOCK]).catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
        throw new Error('another move of files is running.\nRemedy: wait for its end, then run the command again.');
      });
      return await work();
    } finally {
      await client.query('rollback').catch(() => undefined);
      client.release();
    }
  }
}

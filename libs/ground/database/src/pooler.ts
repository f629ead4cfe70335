import type pg from 'pg';
import { withClient } from './migrate.js';

/** A pooler that takes its sessions in turn has given each connection another one by then. */
const ROUNDS = 4;

/**
 * True when a connection pooler gives each transaction another session: settings, listening and locks of a session do not
 * work then. One connection keeps a session busy with a transaction, and the other one must find its own unchanged.
 */
export function sharesSessions(url: string): Promise<boolean> {
  return withClient(url, (first) =>
    withClient(url, async (second) => {
      const own = await sessionOf(first);
      for (let round = 1; round <= ROUNDS; round += 1) {
        await second.query('begin');
        // Not asked again when it is the only one of the pooler: that would wait for the transaction.
        if ((await sessionOf(second)) === own || (await sessionOf(first)) !== own) return true;
        await second.query('rollback');
      }
      return false;
    }),
  );
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

import type { Sql } from '@archivolt/plugin-kit';

const LOCK = 7_418_530_022;

/**
 * Makes `userId` administrator if it is the oldest account and nobody is one yet. Callers commit or have committed the
 * account: whichever of many simultaneous sign-ups is the oldest finds no older one, so exactly one of them wins.
 */
export async function grantFirstAdministrator(sql: Sql, userId: string): Promise<void> {
  await sql.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await transaction.query(
      `update "user" set is_admin = true
       where id = (select id from "user" order by created_at, id limit 1) and id = $1
         and not exists (select from "user" where is_admin)`,
      [userId],
    );
  });
}

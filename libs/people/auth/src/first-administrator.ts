import type { Sql } from '@archivolt/plugin-kit';

const LOCK = 7_418_530_022;

/** Changes of who is an administrator happen one after the other. Taken before any lock of an existing account. */
export async function lockAdministrators(transaction: Sql): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

/**
 * Makes `userId` administrator if it is the oldest account and there is no administrator yet. The account is committed,
 * or is committed with this transaction: of many simultaneous sign-ups exactly the oldest one finds no older account.
 */
export async function grantFirstAdministrator(sql: Sql, userId: string): Promise<void> {
  await sql.transaction(async (transaction) => {
    await lockAdministrators(transaction);
    await transaction.query(
      `update "user" set is_admin = true
       where id = (select id from "user" order by created_at, id limit 1) and id = $1
         and not exists (select from "user" where is_admin)`,
      [userId],
    );
  });
}

/**
 * Gives or takes the rights of an administrator; true when that changed something. The last administrator keeps them, so
 * that no installation is left without one.
 */
export async function setAdministrator(sql: Sql, userId: string, isAdministrator: boolean): Promise<boolean> {
  return sql.transaction(async (transaction) => {
    await lockAdministrators(transaction);
    const changed = await transaction.query(
      `update "user" set is_admin = $2::boolean, updated_at = now()
       where id = $1 and is_admin <> $2::boolean
         and ($2::boolean or exists (select from "user" where is_admin and disabled_at is null and id <> $1))
       returning id`,
      [userId, isAdministrator],
    );
    return changed.length > 0;
  });
}

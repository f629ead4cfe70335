import type { Sql } from '@archivolt/plugin-kit';
import type { Kysely } from 'kysely';
import type { SignInTables } from './sign-in.schema.js';
import type { UserTables } from './user.entity.js';

// Statements that the sign-in library waits for: on its connection, or in its transaction.

const ADMINISTRATORS_LOCK = 7_418_530_022;
const FIRST_ACCOUNT_LOCK = 7_418_530_023;

/** Changes of who is an administrator happen one after the other. Taken before any lock of an existing account. */
export async function lockAdministrators(transaction: Sql): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock($1)', [ADMINISTRATORS_LOCK]);
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

/**
 * True for one transaction at a time. Without waiting: sign-ups that wait would hold all connections, and the one that
 * runs needs another one.
 */
export async function mayCreateFirstAccount(transaction: Sql): Promise<boolean> {
  const [row] = await transaction.query<{ isFirst: boolean }>('select pg_try_advisory_xact_lock($1) as "isFirst"', [
    FIRST_ACCOUNT_LOCK,
  ]);
  return row?.isFirst === true;
}

export async function saveName(sql: Sql, userId: string, name: string): Promise<void> {
  await sql.query(`update "user" set name = $2, updated_at = now() where id = $1 and name <> $2`, [userId, name]);
}

/** Whether the user has shown to own the e-mail address. */
export async function isAddressVerified(db: Kysely<unknown>, userId: string): Promise<boolean> {
  return (await findUser(db, userId))?.email_verified === true;
}

/** Asked for each new session, whatever the way to sign in; by then the password was right. */
export async function isDisabled(db: Kysely<unknown>, userId: string): Promise<boolean> {
  return (await findUser(db, userId))?.disabled_at != null;
}

function findUser(db: Kysely<unknown>, userId: string) {
  return (db as Kysely<UserTables>)
    .selectFrom('user')
    .select(['email_verified', 'disabled_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Ends the oldest sessions of a user, so that no more than these are left. */
export async function keepNewestSessions(db: Kysely<unknown>, userId: string, kept: number): Promise<void> {
  await (db as Kysely<SignInTables>)
    .deleteFrom('auth_session')
    .where('id', 'in', (of) =>
      of
        .selectFrom('auth_session')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .execute();
}

/** After a reset, earlier links to set the password of this user do nothing any more. */
export async function endOtherResets(db: Kysely<unknown>, userId: string): Promise<void> {
  await (db as Kysely<SignInTables>).deleteFrom('auth_verification').where('value', '=', userId).execute();
}

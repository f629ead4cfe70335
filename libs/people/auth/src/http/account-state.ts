import type { Kysely } from 'kysely';
import type { UserTables } from '../user.entity.js';

/** Returns whether the user has shown to own the e-mail address. */
export async function isAddressVerified(db: Kysely<unknown>, userId: string): Promise<boolean> {
  const row = await (db as Kysely<UserTables>)
    .selectFrom('user')
    .select('email_verified')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.email_verified === true;
}

/** Asked for each new session, whatever the way to sign in; by then the password was right. */
export async function isDisabled(db: Kysely<unknown>, userId: string): Promise<boolean> {
  const row = await (db as Kysely<UserTables>)
    .selectFrom('user')
    .select('disabled_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.disabled_at != null;
}

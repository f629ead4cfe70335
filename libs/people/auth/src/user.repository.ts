import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import { createId } from '#ground/kernel';
import { UserNotFound } from './auth.errors.js';
import type { SignInTables } from './sign-in.schema.js';
import type { SecondFactorTables } from './second-factor/second-factor.schema.js';
import { User, type UserTables } from './user.entity.js';
import type { UserPreferencesTables } from './user-preferences.schema.js';

/** The provider id of accounts with a password, in the sign-in library. */
const CREDENTIAL = 'credential';

/** What other users may see of a user. */
export interface UserProfile {
  id: string;
  name: string;
  email: string;
  image: string | null;
}

/** What an administrator may change; what is left out stays. */
export interface UserChange {
  isAdmin?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Null: the limit of the server applies. */
  maxOrganizationCount?: number | null | undefined;
}

export interface UserStanding {
  isAdmin: boolean;
  isDisabled: boolean;
}

@Injectable()
export class UserRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async get(id: string): Promise<User> {
    const user = await this.unitOfWork.reader.findOne(User, { id });
    if (!user) throw UserNotFound();
    return user;
  }

  /** True when there is at least one account. */
  async existAny(): Promise<boolean> {
    const row = await kyselyOf<UserTables>(this.unitOfWork).selectFrom('user').select('id').limit(1).executeTakeFirst();
    return row !== undefined;
  }

  /** Addresses are stored in lower case. */
  async findByEmail(email: string, tx?: Transaction): Promise<User | undefined> {
    return (await (tx?.em ?? this.unitOfWork.reader).findOne(User, { email })) ?? undefined;
  }

  /** Returns whether the address belongs to a disabled account. Addresses are stored in lower case. */
  async isDisabled(email: string): Promise<boolean> {
    const row = await kyselyOf<UserTables>(this.unitOfWork)
      .selectFrom('user')
      .select('disabled_at')
      .where('email', '=', email)
      .executeTakeFirst();
    return row?.disabled_at != null;
  }

  /** Returns what other members of an organization see of these users, by id. */
  async profilesOf(ids: readonly string[], tx?: Transaction): Promise<ReadonlyMap<string, UserProfile>> {
    const rows = await kyselyOf<UserTables>(tx ?? this.unitOfWork)
      .selectFrom('user')
      .select(['id', 'name', 'email', 'image'])
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The addresses of these users, in any order. */
  async emailsOf(tx: Transaction, ids: readonly string[]): Promise<string[]> {
    const rows = await kyselyOf<UserTables>(tx)
      .selectFrom('user')
      .select('email')
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .execute();
    return rows.map(({ email }) => email);
  }

  /** The confirmed addresses of those of these users that may sign in, in the order of their ids. */
  async reachable(tx: Transaction, ids: readonly string[]): Promise<string[]> {
    const rows = await kyselyOf<UserTables>(tx)
      .selectFrom('user')
      .select('email')
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .where('email_verified', '=', true)
      .where('disabled_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ email }) => email);
  }

  /** Returns the mail address of a user, and whether the user has verified it by following a link. */
  async addressOf(tx: Transaction, id: string): Promise<{ email: string; isVerified: boolean } | undefined> {
    const row = await kyselyOf<UserTables>(tx)
      .selectFrom('user')
      .select(['email', 'email_verified'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { email: row.email, isVerified: row.email_verified };
  }

  /** Returns the ids of the users that exist. */
  async existing(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await kyselyOf<UserTables>(tx)
      .selectFrom('user')
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns what a user may do now; undefined for an unknown one. */
  async standingOf(id: string): Promise<UserStanding | undefined> {
    const row = await kyselyOf<UserTables>(this.unitOfWork)
      .selectFrom('user')
      .select(['is_admin', 'disabled_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { isAdmin: row.is_admin, isDisabled: row.disabled_at !== null };
  }

  /** True when there is an administrator who can sign in. */
  async isAnyAdministrator(tx: Transaction): Promise<boolean> {
    const row = await kyselyOf<UserTables>(tx)
      .selectFrom('user')
      .select('id')
      .where('is_admin', '=', true)
      .where('disabled_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Returns the names of the fields that have changed, or undefined for an unknown user. Locks the user. */
  async change(tx: Transaction, id: string, change: UserChange): Promise<string[] | undefined> {
    const db = kyselyOf<UserTables>(tx);
    const user = await db
      .selectFrom('user')
      .select(['is_admin', 'disabled_at', 'max_organization_count'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return undefined;
    const { isAdmin = user.is_admin, isDisabled = user.disabled_at !== null } = change;
    const { maxOrganizationCount = user.max_organization_count } = change;
    const changed = [
      ...(isAdmin === user.is_admin ? [] : ['isAdmin']),
      ...(isDisabled === (user.disabled_at !== null) ? [] : ['isDisabled']),
      ...(maxOrganizationCount === user.max_organization_count ? [] : ['maxOrganizationCount']),
    ];
    if (changed.length === 0) return changed;
    await db
      .updateTable('user')
      .set({
        updated_at: sql<Date>`greatest(now(), updated_at + interval '1 ms')`,
        is_admin: isAdmin,
        disabled_at: isDisabled ? sql<Date>`coalesce(disabled_at, now())` : null,
        max_organization_count: maxOrganizationCount,
      })
      .where('id', '=', id)
      .execute();
    return changed;
  }

  /** The user, locked for deletion. */
  async lockForDeletion(tx: Transaction, id: string): Promise<{ email: string } | undefined> {
    return kyselyOf<UserTables>(tx)
      .selectFrom('user')
      .select('email')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await kyselyOf<UserTables>(tx).deleteFrom('user').where('id', '=', id).execute();
  }

  /**
   * How many organizations this user may own; undefined when the limit of the server applies. Locks the user until the
   * commit, so that two transactions that create an organization count one after the other.
   */
  async lockOrganizationLimit(tx: Transaction, userId: string): Promise<number | undefined> {
    const row = await kyselyOf<UserTables>(tx)
      .selectFrom('user')
      .select('max_organization_count')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return row?.max_organization_count ?? undefined;
  }

  /** What clients keep for the user; undefined when they have saved nothing. */
  preferencesOf(userId: string, tx?: Transaction): Promise<{ preferences: object; updatedAt: Date } | undefined> {
    return kyselyOf<UserPreferencesTables>(tx ?? this.unitOfWork)
      .selectFrom('user_preferences')
      .select(['preferences', 'updated_at as updatedAt'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
  }

  async savePreferences(tx: Transaction, userId: string, preferences: object, updatedAt: Date): Promise<void> {
    const row = { updated_at: updatedAt, preferences };
    await kyselyOf<UserPreferencesTables>(tx)
      .insertInto('user_preferences')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  }

  /** Locks the user until the commit. Returns false for an unknown one. */
  async lock(tx: Transaction, id: string): Promise<boolean> {
    const user = await kyselyOf<UserTables>(tx)
      .selectFrom('user')
      .select('id')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return user !== undefined;
  }

  /** Sets the password with which this user signs in. */
  async savePassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
    const db = kyselyOf<SignInTables>(tx);
    const now = sql<Date>`now()`;
    const { numUpdatedRows } = await db
      .updateTable('auth_account')
      .set({ password: passwordHash, updated_at: now })
      .where('user_id', '=', userId)
      .where('provider_id', '=', CREDENTIAL)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return;
    await db
      .insertInto('auth_account')
      .values({
        id: createId('auth_acc'),
        created_at: now,
        updated_at: now,
        account_id: userId,
        provider_id: CREDENTIAL,
        user_id: userId,
        password: passwordHash,
      })
      .execute();
  }

  /** Returns which of these sessions have neither ended nor expired, and belong to users who are not disabled. */
  async liveSessions(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await kyselyOf<SignInTables & UserTables>(this.unitOfWork)
      .selectFrom('auth_session')
      .innerJoin('user', 'user.id', 'auth_session.user_id')
      .select('auth_session.id')
      .where('auth_session.id', '=', sql<string>`any(${ids}::text[])`)
      .where('auth_session.expires_at', '>', sql<Date>`now()`)
      .where('user.disabled_at', 'is', null)
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  async endSessions(tx: Transaction, userId: string): Promise<void> {
    await kyselyOf<SignInTables>(tx).deleteFrom('auth_session').where('user_id', '=', userId).execute();
  }

  /**
   * The password is enough to sign in again: no device needs to be trusted, and no sign-in waits for a code. Returns what
   * there was.
   */
  async endSecondFactor(
    tx: Transaction,
    { userId, withPasskeys }: { userId: string; withPasskeys: boolean },
  ): Promise<{ hadCodes: boolean; passkeys: number }> {
    const db = kyselyOf<SecondFactorTables>(tx);
    const codes = await db.deleteFrom('auth_two_factor').where('user_id', '=', userId).executeTakeFirstOrThrow();
    const passkeys = withPasskeys
      ? (await db.deleteFrom('auth_passkey').where('user_id', '=', userId).executeTakeFirstOrThrow()).numDeletedRows
      : 0n;
    await kyselyOf<UserTables>(tx)
      .updateTable('user')
      .set({ two_factor_enabled: false })
      .where('id', '=', userId)
      .execute();
    await kyselyOf<SignInTables>(tx)
      .deleteFrom('auth_verification')
      .where('value', '=', userId)
      .where((is) => is.or([is('identifier', 'like', 'trust-device-%'), is('identifier', 'like', '2fa-%')]))
      .execute();
    return { hadCodes: codes.numDeletedRows > 0n, passkeys: Number(passkeys) };
  }
}

import { Injectable } from '@nestjs/common';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import { assertRevision, Clock, nextUpdatedAt } from '#ground/kernel';
import { UserNotFound } from './auth.errors.js';
import type { UserTables } from './user.entity.js';
import type { UserPreferencesTables } from './user-preferences.schema.js';

export interface Preferences {
  preferences: object;
  updatedAt: Date;
}

/** The preferences of a user who has saved none: no saved ones have this revision. */
const NONE: Preferences = { preferences: {}, updatedAt: new Date(0) };

/** What clients keep for a user. */
@Injectable()
export class UserPreferences {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async get(userId: string, tx?: Transaction): Promise<Preferences> {
    const saved = await kyselyOf<UserPreferencesTables>(tx ?? this.unitOfWork)
      .selectFrom('user_preferences')
      .select(['preferences', 'updated_at as updatedAt'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return saved ?? NONE;
  }

  /** Replaces all preferences. Throws RevisionMismatch when the present ones are in none of the `expected` revisions. */
  async replace(userId: string, preferences: object, expected?: readonly string[]): Promise<Preferences> {
    return this.unitOfWork.run(async (tx) => {
      await this.#lockUser(tx, userId); // two first requests have no row of preferences to lock
      const before = await this.get(userId, tx);
      assertRevision(before, expected);
      const row = { updated_at: nextUpdatedAt(before.updatedAt, this.clock.now()), preferences };
      await kyselyOf<UserPreferencesTables>(tx)
        .insertInto('user_preferences')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
      return { preferences, updatedAt: row.updated_at };
    });
  }

  async #lockUser(tx: Transaction, userId: string): Promise<void> {
    const user = await kyselyOf<UserTables>(tx)
      .selectFrom('user')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) throw UserNotFound();
  }
}

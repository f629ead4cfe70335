import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { assertRevision, Clock, nextUpdatedAt } from '#ground/kernel';
import { UserNotFound } from './auth.errors.js';
import { UserRepository } from './user.repository.js';

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
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {}

  async get(userId: string, tx?: Transaction): Promise<Preferences> {
    return (await this.users.preferencesOf(userId, tx)) ?? NONE;
  }

  /** Replaces all preferences. Throws RevisionMismatch when the present ones are in none of the `expected` revisions. */
  async replace(userId: string, preferences: object, expected?: readonly string[]): Promise<Preferences> {
    return this.unitOfWork.run(async (tx) => {
      // Two first requests have no row of preferences to lock.
      if (!(await this.users.lock(tx, userId))) throw UserNotFound();
      const before = await this.get(userId, tx);
      assertRevision(before, expected);
      const updatedAt = nextUpdatedAt(before.updatedAt, this.clock.now());
      await this.users.savePreferences(tx, userId, preferences, updatedAt);
      return { preferences, updatedAt };
    });
  }
}

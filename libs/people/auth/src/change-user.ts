import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { CannotChangeSelf, LastAdministrator, UserNotFound } from './auth.errors.js';
import { lockAdministrators } from './account.repository.js';
import { UserRepository, type UserChange } from './user.repository.js';

/** Changes that administrators make to accounts. There is an administrator who can sign in at all times. */
@Injectable()
export class ChangeUser {
  constructor(private readonly users: UserRepository) {}

  /** Returns the names of the fields that have changed. */
  async execute(
    tx: Transaction,
    { actorId, userId }: { actorId: string | undefined; userId: string },
    change: UserChange,
  ): Promise<string[]> {
    const takesRights = change.isAdmin === false || change.isDisabled === true;
    if (takesRights && actorId === userId) throw CannotChangeSelf();
    await lockAdministrators(tx.sql);
    const changed = await this.users.change(tx, userId, change);
    if (!changed) throw UserNotFound();
    if (takesRights && !(await this.users.isAnyAdministrator(tx))) throw LastAdministrator();
    if (change.isDisabled === true) await this.users.endSessions(tx, userId);
    return changed;
  }

  /** Locks the account before its removal, which needs the lock of administrators first. */
  async lockForRemoval(tx: Transaction, userId: string): Promise<{ email: string }> {
    await lockAdministrators(tx.sql);
    const user = await this.users.lockForDeletion(tx, userId);
    if (!user) throw UserNotFound();
    return user;
  }

  /**
   * Removes the account, and what belongs to it alone: sessions, ways to sign in, API keys, preferences. The caller has
   * locked it with `lockForRemoval`.
   */
  async remove(tx: Transaction, userId: string): Promise<void> {
    await this.users.delete(tx, userId);
    if (!(await this.users.isAnyAdministrator(tx))) throw LastAdministrator();
  }
}

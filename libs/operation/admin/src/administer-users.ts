import { Injectable } from '@nestjs/common';
import { AuditLog, type AuditAction, type AuditDetails } from '#ground/audit';
import {
  CannotDeleteSelf,
  ChangeUser,
  UserNotFound,
  UserRepository,
  type UserChange,
  ResetSecondFactor,
} from '#people/auth';
import { UnitOfWork } from '#ground/database';
import type { ActorContext, UserActor } from '#ground/kernel';
import { Members } from '#people/organizations';
import { UserChanged, UserDeleted, UserSessionsRevoked } from './admin.audit.js';

/** What administrators do to accounts of others, each with its entry in the audit log. */
@Injectable()
export class AdministerUsers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UserRepository,
    private readonly changeUser: ChangeUser,
    private readonly members: Members,
    private readonly secondFactor: ResetSecondFactor,
    private readonly audit: AuditLog,
  ) {}

  async change(caller: ActorContext<UserActor>, userId: string, change: UserChange): Promise<void> {
    await this.#change(caller.actor.userId, userId, change);
  }

  /** The same by an administrator of the machine. */
  async changeByCommand(userId: string, change: UserChange): Promise<void> {
    await this.#change(undefined, userId, change);
  }

  async #change(actorId: string | undefined, userId: string, change: UserChange): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const fields = await this.changeUser.execute(tx, { actorId, userId }, change);
      if (fields.length === 0) return;
      await this.audit.record(tx, entry(UserChanged, userId, detailsOf(change, fields)));
    });
  }

  /** Removes the account. What the user has written stays, without a name. */
  async delete(caller: ActorContext<UserActor>, userId: string): Promise<void> {
    if (caller.actor.userId === userId) throw CannotDeleteSelf();
    await this.unitOfWork.run(async (tx) => {
      const { email } = await this.changeUser.lockForRemoval(tx, userId);
      await this.members.removeUser(tx, caller, userId);
      await this.changeUser.remove(tx, userId);
      await this.audit.record(tx, entry(UserDeleted, userId, { email }));
    });
  }

  /** Removes the lost second factor of a user; with passkeys, those too. */
  async resetSecondFactor(userId: string, { withPasskeys }: { withPasskeys: boolean }): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if ((await this.users.existing(tx, [userId])).size === 0) throw UserNotFound();
      await this.secondFactor.execute(tx, { userId, withPasskeys });
    });
  }

  async revokeSessions(userId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if ((await this.users.existing(tx, [userId])).size === 0) throw UserNotFound();
      await this.users.endSessions(tx, userId);
      await this.audit.record(tx, entry(UserSessionsRevoked, userId));
    });
  }
}

function entry(action: AuditAction, id: string, details: AuditDetails = {}) {
  return { action, target: { type: 'user', id }, details };
}

function detailsOf(change: UserChange, fields: readonly string[]): AuditDetails {
  const values = Object.entries(change).filter(([name]) => fields.includes(name));
  return Object.fromEntries(values.map(([name, value]) => [name, value ?? null]));
}

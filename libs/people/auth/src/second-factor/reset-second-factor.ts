import { Injectable } from '@nestjs/common';
import { AuditLog } from '#ground/audit';
import { UserRepository } from '../user.repository.js';
import type { Transaction } from '#ground/database';
import { SecondFactorWasReset } from './second-factor.audit.js';

/**
 * Removes the second factor of a user who has lost it: the codes, the backup codes and the trusted devices; the passkeys
 * only if asked for. The password is then enough to sign in. For administrators.
 */
@Injectable()
export class ResetSecondFactor {
  constructor(
    private readonly users: UserRepository,
    private readonly auditLog: AuditLog,
  ) {}

  /** Returns what there was. Changes nothing for a user without a second factor, and records it in the audit log too. */
  async execute(
    tx: Transaction,
    { userId, withPasskeys = false }: { userId: string; withPasskeys?: boolean },
  ): Promise<{ hadCodes: boolean; passkeys: number }> {
    const removed = await this.users.endSecondFactor(tx, { userId, withPasskeys });
    await this.auditLog.record(tx, {
      action: SecondFactorWasReset,
      target: { type: 'user', id: userId },
      details: removed,
    });
    return removed;
  }
}

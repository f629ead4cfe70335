import { Injectable } from '@nestjs/common';
import { AuditLog } from '#ground/audit';
import { UserRepository } from '../user.repository.js';
import { kyselyOf, type Transaction } from '#ground/database';
import { SecondFactorWasReset } from './second-factor.audit.js';
import type { SecondFactorTables } from './second-factor.schema.js';

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
    const db = kyselyOf<SecondFactorTables>(tx);
    const codes = await db.deleteFrom('auth_two_factor').where('user_id', '=', userId).executeTakeFirstOrThrow();
    const passkeys = withPasskeys
      ? (await db.deleteFrom('auth_passkey').where('user_id', '=', userId).executeTakeFirstOrThrow()).numDeletedRows
      : 0n;
    await this.users.endSecondFactor(tx, userId);
    const removed = { hadCodes: codes.numDeletedRows > 0n, passkeys: Number(passkeys) };
    await this.auditLog.record(tx, {
      action: SecondFactorWasReset,
      target: { type: 'user', id: userId },
      details: removed,
    });
    return removed;
  }
}

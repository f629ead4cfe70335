import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import type { AuditAction, AuditLog, AuditTarget } from '#ground/audit';
import {
  BackupCodesCreated,
  BackupCodeUsed,
  PasskeyCreated,
  PasskeyDeleted,
  PasskeyRenamed,
  SecondFactorDisabled,
  SecondFactorEnabled,
  SecondFactorFailed,
} from '#people/auth';
import { accountOf, type RequestAccount } from './account-of-request.js';

interface Passkey {
  id?: string;
  name?: string | null;
}

/** What a request has led to. */
interface Outcome {
  account: RequestAccount;
  /** The code of the error; undefined when it succeeded. */
  error: unknown;
  body: Passkey;
  returned: Passkey & { passkey?: Passkey };
}

type Entry = { action: AuditAction; target?: AuditTarget } | undefined;

const ifDone =
  (action: AuditAction) =>
  ({ error }: Outcome): Entry =>
    error === undefined ? { action } : undefined;
const ofPasskey =
  (action: AuditAction, passkeyOf: (outcome: Outcome) => Passkey) =>
  (outcome: Outcome): Entry => {
    const { id, name = null } = passkeyOf(outcome);
    return outcome.error === undefined && id !== undefined
      ? { action, target: { type: 'passkey', id, name } }
      : undefined;
  };
const ifWrong = ({ account, error }: Outcome): Entry =>
  !account.hasSession && (error === 'INVALID_CODE' || error === 'INVALID_BACKUP_CODE')
    ? { action: SecondFactorFailed }
    : undefined;

/** The entries of the audit log by path. That a session began is recorded where sessions are created. */
const ENTRIES: Readonly<Record<string, (outcome: Outcome) => Entry>> = {
  '/two-factor/verify-totp': (outcome) =>
    outcome.error === undefined && !outcome.account.hasSecondFactor
      ? { action: SecondFactorEnabled }
      : ifWrong(outcome),
  '/two-factor/verify-backup-code': (outcome) => ifDone(BackupCodeUsed)(outcome) ?? ifWrong(outcome),
  '/two-factor/generate-backup-codes': ifDone(BackupCodesCreated),
  '/two-factor/disable': ifDone(SecondFactorDisabled),
  '/passkey/verify-registration': ofPasskey(PasskeyCreated, ({ returned }) => returned),
  '/passkey/update-passkey': ofPasskey(PasskeyRenamed, ({ returned }) => returned.passkey ?? {}),
  '/passkey/delete-passkey': ofPasskey(PasskeyDeleted, ({ body }) => body),
};

/** Records changes of the second factor and of passkeys, and wrong codes, in the audit log of the installation. */
export function recordChanges(auditLog: AuditLog): BetterAuthPlugin {
  const accounts = new WeakMap<Request, RequestAccount>();
  const matcher = ({ path }: { path?: string }) => path !== undefined && path in ENTRIES;
  return {
    id: 'archivolt-record-changes',
    hooks: {
      before: [
        {
          matcher,
          handler: createAuthMiddleware(async (ctx) => {
            const account = await accountOf(ctx);
            if (account && ctx.request) accounts.set(ctx.request, account);
          }),
        },
      ],
      after: [
        {
          matcher,
          handler: createAuthMiddleware(async (ctx) => {
            const account = ctx.request && accounts.get(ctx.request);
            if (!account) return;
            const { returned } = ctx.context;
            const error: unknown = isAPIError(returned) ? (returned.body?.code ?? returned.status) : undefined;
            const outcome = {
              account,
              error,
              body: (ctx.body ?? {}) as Passkey,
              returned: (returned ?? {}) as Passkey,
            };
            const entry = ENTRIES[ctx.path]?.(outcome);
            if (!entry) return;
            const { userId, hasSession } = account;
            // Until the code was right, the caller may be another person.
            const actor =
              hasSession || error === undefined ? { type: 'user' as const, userId } : { type: 'anonymous' as const };
            await auditLog.recordNow({ target: { type: 'user', id: userId }, ...entry, actor });
          }),
        },
      ],
    },
  };
}

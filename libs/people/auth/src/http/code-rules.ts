import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { clientAddressOf } from './client-address.js';
import type { CodeAttempt, CodeAttempts } from '#people/auth';
import { accountOf } from './account-of-request.js';

const TOTP_PATH = '/two-factor/verify-totp';
const BACKUP_CODE_PATH = '/two-factor/verify-backup-code';
const WRONG_CODES = new Set<unknown>(['INVALID_CODE', 'INVALID_BACKUP_CODE']);

/** Counts the codes that are tried, and accepts a code of an authenticator app once. */
export function codeRules(attempts: CodeAttempts): BetterAuthPlugin {
  const running = new WeakMap<Request, CodeAttempt>();
  const matcher = ({ path }: { path?: string }) => path === TOTP_PATH || path === BACKUP_CODE_PATH;
  return {
    id: 'archivolt-code-rules',
    hooks: {
      before: [
        {
          matcher,
          handler: createAuthMiddleware(async (ctx) => {
            const account = await accountOf(ctx);
            const { code } = (ctx.body ?? {}) as { code?: unknown };
            if (!account || !ctx.request || typeof code !== 'string') return; // the library refuses it
            const attempt = { userId: account.userId, clientAddress: clientAddressOf(ctx.request) };
            await attempts.begin(attempt);
            if (ctx.path === TOTP_PATH && !(await attempts.isFirstUse(attempt, code)))
              throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' });
            running.set(ctx.request, attempt);
          }),
        },
      ],
      after: [
        {
          matcher,
          handler: createAuthMiddleware(async (ctx) => {
            const attempt = ctx.request && running.get(ctx.request);
            if (!attempt) return;
            const { returned } = ctx.context;
            if (!isAPIError(returned)) await attempts.succeeded(attempt);
            else if (!WRONG_CODES.has(returned.body?.code)) await attempts.takeBack(attempt);
          }),
        },
      ],
    },
  };
}

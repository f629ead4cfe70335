import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { AuditAction, AuditDetails, AuditLog } from '#ground/audit';
import { AccountUnlinked, PasswordChanged, SessionsRevoked, SignedIn, SignedOut, SignInFailed } from '../auth.audit.js';

/** What a request with a session does when it succeeds, by its path. */
const BY_SESSION: Readonly<Record<string, { action: AuditAction; details?: AuditDetails }>> = {
  '/sign-out': { action: SignedOut },
  '/change-password': { action: PasswordChanged },
  '/revoke-session': { action: SessionsRevoked, details: { sessions: 'one' } },
  '/revoke-sessions': { action: SessionsRevoked, details: { sessions: 'all' } },
  '/revoke-other-sessions': { action: SessionsRevoked, details: { sessions: 'others' } },
  '/unlink-account': { action: AccountUnlinked },
};

/** These make a new session for a user who is signed in already. */
const NO_SIGN_IN = new Set(['/change-password', '/update-user', '/update-session', '/get-session', '/sign-out']);

type Middleware = Parameters<typeof createAuthMiddleware>[0];
type HookContext = Middleware extends (context: infer Context) => unknown ? Context : never;

/**
 * Records sign-ins and what users do to their accounts. It is the last plugin, so that its hooks see what those before it
 * decide: a password that needs a second factor is no sign-in yet. An entry is stored before the response is sent; a
 * sign-in that cannot be recorded fails.
 */
export function signInAudit(audit: AuditLog): BetterAuthPlugin {
  /** The signed-in user before a request that may end the session. */
  const callers = new WeakMap<Request, string>();
  return {
    id: 'archivolt-audit',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && path in BY_SESSION,
          handler: createAuthMiddleware(async (context) => {
            const session = await getSessionFromCtx(context);
            if (session && context.request) callers.set(context.request, session.user.id);
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path !== undefined,
          handler: createAuthMiddleware((context) => recordOutcome(audit, callers, context)),
        },
      ],
    },
  };
}

async function recordOutcome(audit: AuditLog, callers: WeakMap<Request, string>, context: HookContext): Promise<void> {
  const { path, request } = context;
  const { newSession, returned } = context.context;
  const hasFailed = isAPIError(returned) && returned.statusCode >= 400;
  const known = BY_SESSION[path];
  const userId = request && callers.get(request);
  if (known && userId !== undefined && !hasFailed)
    await audit.recordNow({ ...known, actor: { type: 'user', userId }, target: { type: 'user', id: userId } });
  if (newSession && !hasFailed && !NO_SIGN_IN.has(path)) {
    const { id } = newSession.user;
    const details = { way: wayOf(context) };
    await audit.recordNow({
      action: SignedIn,
      actor: { type: 'user', userId: id },
      target: { type: 'user', id },
      details,
    });
  }
  if (hasFailed && path === '/sign-in/email') await recordFailure(audit, context, returned);
}

/** `sign-in/email`, `callback/github`: the way without what is secret. */
function wayOf({ path, params }: HookContext): string {
  const { id, providerId } = (params ?? {}) as { id?: string; providerId?: string };
  return path.slice(1).replace(/\/:\w+$/, `/${(providerId ?? id ?? '').slice(0, 60)}`);
}

/** The address is not kept: people type passwords into the wrong field. */
async function recordFailure(
  audit: AuditLog,
  { body, context }: HookContext,
  { body: answer }: { body?: unknown },
): Promise<void> {
  const { email } = (body ?? {}) as { email?: unknown };
  const found = typeof email === 'string' ? await context.internalAdapter.findUserByEmail(email.toLowerCase()) : null;
  const code = (answer as { code?: unknown } | undefined)?.code;
  await audit.recordNow({
    action: SignInFailed,
    actor: { type: 'anonymous' },
    ...(found && { target: { type: 'user', id: found.user.id } }),
    details: { reason: typeof code === 'string' ? code : null },
  });
}

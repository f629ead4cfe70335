import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { accountOf } from './account-of-request.js';

const PASSWORD_PATH = '/change-password';
const DISABLE_PATH = '/two-factor/disable';
/** What the library stores for devices that need no code, and for sign-ins that wait for one. */
const IDENTIFIERS = ['trust-device-', '2fa-'];

/**
 * A new password ends the other sessions; a new password and the end of the second factor end trusted devices, and
 * sign-ins that wait for a code. A reset of the password does this in `endOtherResets`.
 */
export function endTrust(): BetterAuthPlugin {
  const owners = new WeakMap<Request, string>();
  const matcher = ({ path }: { path?: string }) => path === PASSWORD_PATH || path === DISABLE_PATH;
  return {
    id: 'archivolt-end-trust',
    hooks: {
      before: [
        {
          matcher,
          handler: createAuthMiddleware(async (ctx) => {
            const account = await accountOf(ctx);
            if (account?.hasSession && ctx.request) owners.set(ctx.request, account.userId);
            if (ctx.path !== PASSWORD_PATH || typeof ctx.body !== 'object') return undefined;
            return { context: { body: { ...(ctx.body as object), revokeOtherSessions: true } } };
          }),
        },
      ],
      after: [
        {
          matcher,
          handler: createAuthMiddleware(async (ctx) => {
            const userId = ctx.request && owners.get(ctx.request);
            if (userId !== undefined && !isAPIError(ctx.context.returned)) await endTrustOf(ctx, userId);
          }),
        },
      ],
    },
  };
}

async function endTrustOf({ context: { adapter } }: GenericEndpointContext, userId: string): Promise<void> {
  for (const value of IDENTIFIERS)
    await adapter.deleteMany({
      model: 'verification',
      where: [
        { field: 'value', value: userId },
        { field: 'identifier', operator: 'starts_with', value },
      ],
    });
}

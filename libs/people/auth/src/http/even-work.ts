import type { AuthContext, BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { clientAddressOf } from './client-address.js';
import { createId, type Clock } from '#ground/kernel';
import type { SendSignInMails } from './send-sign-in-mails.js';

const RESET_PATH = '/request-password-reset';
const VERIFICATION_PATH = '/send-verification-email';
const LINK_LIFETIME_MS = 3_600_000;

/**
 * Makes a request for a mail cost the same whether there is an account with its address. The library responds with the
 * same words in both cases, but does more for an address that it knows: this does the rest for all others.
 */
export function evenWork(send: SendSignInMails, clock: Clock): BetterAuthPlugin {
  return {
    id: 'archivolt-even-work',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === RESET_PATH || path === VERIFICATION_PATH,
          handler: createAuthMiddleware(async (ctx) => {
            if (isAPIError(ctx.context.returned)) return;
            const { internalAdapter } = ctx.context;
            const { email } = ctx.body as { email: string };
            const user = (await internalAdapter.findUserByEmail(email))?.user;
            const wasSent = user !== undefined && (ctx.path === RESET_PATH || !user.emailVerified);
            if (ctx.path === RESET_PATH) {
              if (wasSent) await internalAdapter.findVerificationValue('none');
              else await workOfReset(internalAdapter, clock.now());
            }
            if (!wasSent) await send.nothing({ to: email, clientAddress: clientAddressOf(ctx.request) });
          }),
        },
      ],
    },
  };
}

/** Does what the library does for an account: it reads how the user signs in, and stores a token, here in no mail. */
async function workOfReset(adapter: AuthContext['internalAdapter'], now: Date): Promise<void> {
  await adapter.findAccounts('none');
  const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS);
  await adapter.createVerificationValue({
    identifier: `reset-password:${createId('none')}`,
    value: createId('none'),
    expiresAt,
  });
}

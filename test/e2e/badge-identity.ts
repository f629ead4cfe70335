import { createHmac, timingSafeEqual } from 'node:crypto';
import { definePlugin } from '@archivolt/plugin-kit';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';

const KEY = 'the key of the gate';

/** What the gate of the building signs for a person. */
export function badgeFor(email: string, nonce: string): { email: string; nonce: string; signature: string } {
  return { email, nonce, signature: signatureOf(email, nonce) };
}

function signatureOf(email: string, nonce: string): string {
  return createHmac('sha256', KEY).update(`${email} ${nonce}`).digest('hex');
}

const plugin = {
  id: 'badge',
  schema: {
    badgeUse: {
      modelName: 'identity_badge_use',
      fields: {
        nonce: { type: 'string', required: true, unique: true },
        userId: { type: 'string', required: true, fieldName: 'user_id' },
        usedAt: { type: 'date', required: true, fieldName: 'used_at' },
      },
    },
  },
  endpoints: {
    signInByBadge: createAuthEndpoint('/badge/sign-in', { method: 'POST' }, async (ctx) => {
      const { email, nonce, signature } = ctx.body as ReturnType<typeof badgeFor>;
      const { internalAdapter, adapter } = ctx.context;
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(email, nonce))))
        throw new APIError('UNAUTHORIZED', { code: 'INVALID_BADGE', message: 'The badge is not valid' });
      const where = [{ field: 'nonce', value: nonce }];
      if (await adapter.findOne({ model: 'badgeUse', where }))
        throw new APIError('UNAUTHORIZED', { code: 'BADGE_USED', message: 'The badge was used before' });
      const user =
        (await internalAdapter.findUserByEmail(email))?.user ??
        (await internalAdapter.createUser({ email, name: 'Badge', emailVerified: false }, { method: 'badge' }));
      await adapter.create({ model: 'badgeUse', data: { nonce, userId: user.id, usedAt: new Date() } });
      const session = await internalAdapter.createSession(user.id);
      await setSessionCookie(ctx, { session, user });
      return ctx.json({ userId: user.id });
    }),
  },
} satisfies BetterAuthPlugin;

/** Signs users in with a signed badge, each of which can be used once. */
export const badgeIdentity = definePlugin({
  id: 'identity-badge',
  contract: 2,
  migrations: [
    {
      name: '0001-badge-use',
      up: `create table identity_badge_use (
             id text primary key, nonce text not null unique, user_id text not null, used_at timestamptz not null)`,
    },
  ],
  provides: { identity: { create: () => ({ plugins: [plugin], idPrefixes: { badgeUse: 'bdg' } }) } },
});

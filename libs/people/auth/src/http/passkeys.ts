import { passkey } from '@better-auth/passkey';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { AuthConfig } from '#config/auth';
import type { ServerConfig } from '#config/server';
import { passkeyDomain, passkeyOrigins } from './passkey-addresses.js';

const WINDOW_SECONDS = 10;

/**
 * The plugin of the library for passkeys. A passkey counts as both factors, so the authenticator must have verified its
 * user, by a PIN or a finger, when the passkey is made and at each sign-in.
 */
export function passkeys(server: ServerConfig, { attemptsPerAddress: max }: AuthConfig): BetterAuthPlugin {
  const plugin = passkey({
    rpName: 'Archivolt',
    rpID: passkeyDomain(server),
    origin: passkeyOrigins(server),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ ctx, verification: { registrationInfo } }) => {
        if (registrationInfo?.userVerified !== true) throw notVerified();
        const where = [{ field: 'credentialID', value: registrationInfo.credential.id }];
        if ((await ctx.context.adapter.count({ model: 'passkey', where })) > 0) throw isKnown();
      },
    },
    authentication: {
      afterVerification: ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw notVerified();
      },
    },
    schema: {
      passkey: {
        modelName: 'auth_passkey',
        fields: {
          publicKey: 'public_key',
          userId: 'user_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  });
  return {
    ...plugin,
    rateLimit: [{ pathMatcher: (path) => path.startsWith('/passkey/verify-'), window: WINDOW_SECONDS, max }],
  };
}

const notVerified = () =>
  new APIError('UNAUTHORIZED', {
    code: 'USER_NOT_VERIFIED',
    message: 'The device did not verify its user. Set up a PIN, a fingerprint or face recognition on it.',
  });

const isKnown = () =>
  new APIError('BAD_REQUEST', {
    code: 'PASSKEY_ALREADY_REGISTERED',
    message: 'This passkey belongs to an account already. Make a new one for this account.',
  });

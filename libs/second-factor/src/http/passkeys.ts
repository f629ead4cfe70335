import { passkey } from '@better-auth/passkey';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { ServerConfig } from '#config/server';
import { passkeyDomain, passkeyOrigins } from './passkey-addresses.js';

/**
 * The plugin of the library for passkeys. A passkey counts as both factors, so the authenticator must have verified its
 * user, by a PIN or a finger, when the passkey is made and at each sign-in.
 */
export function passkeys(server: ServerConfig): BetterAuthPlugin {
  return passkey({
    rpName: 'Archivolt',
    rpID: passkeyDomain(server),
    origin: passkeyOrigins(server),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => {
        if (verification.registrationInfo?.userVerified !== true) throw notVerified();
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
  }) as BetterAuthPlugin;
}

const notVerified = () =>
  new APIError('UNAUTHORIZED', {
    code: 'USER_NOT_VERIFIED',
    message: 'The device did not verify its user. Set up a PIN, a fingerprint or face recognition on it.',
  });

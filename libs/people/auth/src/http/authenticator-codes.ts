import type { BetterAuthPlugin } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { AuthConfig } from '#config/auth';

const WINDOW_SECONDS = 10;

/** The plugin of the library for codes of authenticator apps and backup codes, without its codes by mail. */
export function authenticatorCodes({ attemptsPerAddress: max }: AuthConfig): BetterAuthPlugin {
  const plugin = twoFactor({
    // This lock would let anyone who knows the password lock out the owner; `code-attempts.ts` has limits instead.
    accountLockout: { enabled: false },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'auth_two_factor',
        fields: {
          backupCodes: 'backup_codes',
          userId: 'user_id',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  });
  const { sendTwoFactorOTP: _send, verifyTwoFactorOTP: _verify, ...endpoints } = plugin.endpoints;
  return {
    ...plugin,
    endpoints,
    rateLimit: [{ pathMatcher: (path) => path.startsWith('/two-factor/'), window: WINDOW_SECONDS, max }],
  };
}

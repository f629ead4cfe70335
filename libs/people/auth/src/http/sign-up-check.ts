import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { AuthConfig } from '#config/auth';
import { FORBIDDEN_DOMAIN_MESSAGE, FORBIDDEN_EMAIL_DOMAIN } from '../auth.errors.js';
import { isEmailDomainAllowed } from '../email-domains.js';
import { checkedFields } from './checked-fields.js';
import type { FirstAccount } from './first-account.js';

const SIGN_UP_PATH = '/sign-up/email';

/** Returns what is checked before the library sees a sign-up. */
export function checkSignUp(config: AuthConfig, firstAccount: FirstAccount) {
  return createAuthMiddleware(async (request): Promise<unknown> => {
    if (request.path !== SIGN_UP_PATH) return undefined;
    // The library's own switch (`disableSignUp`) knows no exception for the first account.
    if (!config.isRegistrationEnabled && !firstAccount.isBeingCreated)
      throw new APIError('BAD_REQUEST', {
        code: 'EMAIL_PASSWORD_SIGN_UP_DISABLED',
        message: 'Email and password sign up is not enabled',
      });
    return Promise.resolve(config.isEmailVerificationRequired ? withCheckedBody(request.body, config) : undefined);
  });
}

/**
 * Where addresses must be verified, the response does not show whether there is an account with the address. So these
 * rules apply before the library looks for one: afterwards they would apply to new accounts only.
 */
function withCheckedBody(body: unknown, config: AuthConfig): unknown {
  if (typeof body !== 'object' || body === null) return undefined; // refused by the library
  const fields: { email?: unknown } = checkedFields(body);
  if (typeof fields.email === 'string' && !isEmailDomainAllowed(fields.email, config))
    throw new APIError('FORBIDDEN', { code: FORBIDDEN_EMAIL_DOMAIN, message: FORBIDDEN_DOMAIN_MESSAGE });
  return { context: { body: fields } };
}

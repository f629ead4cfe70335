import { defineError } from '#ground/kernel';

export const Unauthorized = defineError(
  'auth.unauthorized',
  'unauthenticated',
  'This request needs a valid session or API key.',
);
export const Forbidden = defineError('auth.forbidden', 'forbidden', 'The caller may not do this.');
export const NotAnApiKey = defineError(
  'api_keys.authentication_not_api_key',
  'unauthenticated',
  'This request needs an API key.',
);
export const NotInOrganization = defineError(
  'user.not_in_organization',
  'forbidden',
  'The caller is not a member of this organization.',
);
export const UserNotFound = defineError('users.not_found', 'not_found', 'User not found.');
export const UserAlreadyExists = defineError(
  'users.create_user_already_exists',
  'invalid',
  'There is already a user with this e-mail address.',
);
export const InvalidCredentials = defineError(
  'users.invalid_credentials',
  'invalid',
  'The e-mail address or password cannot be used.',
);
export const InvalidUserName = defineError(
  'users.invalid_name',
  'invalid',
  'The name of a user has 1 to 50 characters.',
);
export const ApiKeyLimitReached = defineError(
  'api_keys.limit_reached',
  'conflict',
  'You have as many API keys as one user may have (setting AUTH_MAX_API_KEYS_PER_USER). Delete one first.',
);
export const ExpiryNotInFuture = defineError(
  'api_keys.expiry_not_in_future',
  'invalid',
  'The expiry must be in the future.',
);
export const CannotChangeSelf = defineError(
  'users.cannot_change_self',
  'invalid',
  'You cannot disable your own account or take your own rights of an administrator. Another administrator can.',
);
export const CannotDeleteSelf = defineError(
  'users.cannot_delete_self',
  'invalid',
  'You cannot delete your own account here. Another administrator can.',
);
export const PasswordResetUnavailable = defineError(
  'users.password_reset_unavailable',
  'conflict',
  'This user cannot be sent a link to a new password: the account is disabled, password reset is off, or mails reach no people.',
);
export const LastAdministrator = defineError(
  'users.last_administrator',
  'invalid',
  'This is the last administrator. Make another user an administrator first.',
);

export const EmailNotVerified = defineError(
  'auth.email_not_verified',
  'forbidden',
  'The e-mail address of this account must be verified first. Follow the link in the mail that was sent to it.',
);

/** In the body of the sign-in routes, which have a shape of their own. */
export const FORBIDDEN_EMAIL_DOMAIN = 'auth.forbidden_email_domain';
export const FORBIDDEN_DOMAIN_MESSAGE = 'Accounts cannot be created with an address of this e-mail domain.';
export const ACCOUNT_DISABLED = {
  code: 'ACCOUNT_DISABLED',
  message: 'This account is disabled. An administrator of this server can enable it.',
};
export const SIGN_UP_DISABLED = 'signup_disabled';
export const REFUSED_BY_IDENTITY = 'auth.sign_in_refused';
export const SETUP_CODE_INVALID = {
  code: 'auth.setup_code_invalid',
  message:
    'The set-up code is wrong. The server prints it when it starts (with Docker: `docker compose logs`), as long as ' +
    'there is no account.',
};
export const SETUP_IN_PROGRESS = {
  code: 'auth.setup_in_progress',
  message: 'Another sign-up with the set-up code is running. Try again in a moment.',
};

import { defineAuditAction } from '#ground/audit';

export const SignedIn = defineAuditAction('sign-in:succeeded', {
  description: 'A user signed in. The details name the way: a password, a second factor, a passkey, a provider.',
});

export const SignInFailed = defineAuditAction('sign-in:failed', {
  description:
    'A sign-in was refused. The target is the account with that address, if there is one; the address is not kept.',
});

export const SignedOut = defineAuditAction('sign-out', { description: 'A user signed out.' });

export const UserCreated = defineAuditAction('user:created', { description: 'An account was created.' });

export const PasswordChanged = defineAuditAction('password:changed', {
  description: 'A user changed the password of the account.',
});

export const PasswordReset = defineAuditAction('password:reset', {
  description: 'The password of an account was set by a link that was sent by mail.',
});

export const PasswordSet = defineAuditAction('password:set', {
  description: 'The password of an account was set by an administrator of the server; its sessions have ended.',
});

export const RightsFromProvider = defineAuditAction('user:rights-from-provider', {
  description: 'The claims of a provider gave or took the rights of an administrator at a sign-in.',
});

export const EmailVerified = defineAuditAction('email:verified', {
  description: 'The e-mail address of an account was verified.',
});

export const SessionsRevoked = defineAuditAction('sessions:revoked', {
  description: 'A user ended sessions of the account: one, all others, or all.',
});

export const AccountLinked = defineAuditAction('account:linked', {
  description: 'A way to sign in was linked to an account.',
});

export const AccountUnlinked = defineAuditAction('account:unlinked', {
  description: 'A way to sign in was removed from an account.',
});

export const ApiKeyCreated = defineAuditAction('api-key:created', { description: 'An API key was created.' });

export const ApiKeyDeleted = defineAuditAction('api-key:deleted', { description: 'An API key was deleted.' });

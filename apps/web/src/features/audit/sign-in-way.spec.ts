import { describe, expect, it } from '@jest/globals';
import { signInWay } from './sign-in-way';

const wayOf = (way: unknown, action = 'sign-in:succeeded') => signInWay({ action, details: { way } });

describe('the way of a sign-in in the audit log', () => {
  it('is a password, a passkey, a second factor or a provider by its id', () => {
    expect(wayOf('sign-in/email')).toEqual({ kind: 'password' });
    expect(wayOf('passkey/verify-authentication')).toEqual({ kind: 'passkey' });
    expect(wayOf('two-factor/verify-backup-code')).toEqual({ kind: 'second-factor' });
    expect(wayOf('callback/github')).toEqual({ kind: 'provider', providerId: 'github' });
    expect(wayOf('oauth2/callback/house')).toEqual({ kind: 'provider', providerId: 'house' });
  });

  it('is not known for other actions, and for ways that the page has no words for', () => {
    expect(wayOf('sign-in/email', 'sign-out')).toBeUndefined();
    expect(signInWay({ action: 'sign-in:succeeded', details: {} })).toBeUndefined();
    for (const way of ['badge', 'constructor', '', 7, null]) expect(wayOf(way)).toBeUndefined();
  });
});

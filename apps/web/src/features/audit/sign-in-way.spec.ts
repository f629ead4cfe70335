import { describe, expect, it } from '@jest/globals';
import { signInWay } from './sign-in-way';

const wayOf = (way: unknown, action = 'sign-in:succeeded') => signInWay({ action, details: { way } });

describe('the way of a sign-in in the audit log', () => {
  it('a sign-in is shown as by password, passkey, second factor or the id of a provider', () => {
    expect(wayOf('sign-in/email')).toEqual({ kind: 'password' });
    expect(wayOf('passkey/verify-authentication')).toEqual({ kind: 'passkey' });
    expect(wayOf('two-factor/verify-backup-code')).toEqual({ kind: 'second-factor' });
    expect(wayOf('callback/github')).toEqual({ kind: 'provider', providerId: 'github' });
    expect(wayOf('oauth2/callback/house')).toEqual({ kind: 'provider', providerId: 'house' });
  });

  it('a sign-in has no known way for other actions and for ways without a label', () => {
    expect(wayOf('sign-in/email', 'sign-out')).toBeUndefined();
    expect(signInWay({ action: 'sign-in:succeeded', details: {} })).toBeUndefined();
    for (const way of ['badge', 'constructor', '', 7, null]) expect(wayOf(way)).toBeUndefined();
  });
});

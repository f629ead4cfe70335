import { describe, expect, it } from '@jest/globals';
import type { UserActor as Actor } from '#ground/kernel';
import { assertMay } from './permission.guard.js';

const user: Actor = { via: 'session', userId: 'usr_1', sessionId: 'auth_ses_1', isAdmin: false };
const admin: Actor = { ...user, isAdmin: true };
const key: Actor = {
  via: 'api-key',
  userId: 'usr_1',
  apiKeyId: 'ak_1',
  permissions: ['tags:read'],
  organizationIds: undefined,
};
const needs = { kind: 'session-or-key', permissions: ['documents:update', 'tags:read'] } as const;

describe('assertMay', () => {
  it('a session has all rights of its user, and only administrators have administration', () => {
    expect(() => assertMay(user, needs)).not.toThrow();
    expect(() => assertMay(user, { kind: 'session' })).not.toThrow();
    expect(() => assertMay(admin, { kind: 'admin' })).not.toThrow();
    expect(() => assertMay(user, { kind: 'admin' })).toThrow(expect.objectContaining({ code: 'auth.forbidden' }));
  });

  it('the error names every permission that a key lacks, and no other', () => {
    expect(() => assertMay(key, needs)).toThrow('lacks the permission documents:update.');
    expect(() => assertMay(key, { kind: 'session-or-key', permissions: ['tags:read'] })).not.toThrow();
    expect(() => assertMay(key, { kind: 'session-or-key', permissions: [] })).not.toThrow();
  });

  it('keys cannot use what is for people', () => {
    for (const kind of ['session', 'admin'] as const) {
      expect(() => assertMay(key, { kind })).toThrow(expect.objectContaining({ code: 'auth.forbidden' }));
    }
  });

  it('people cannot use what is for keys', () => {
    expect(() => assertMay(key, { kind: 'key' })).not.toThrow();
    expect(() => assertMay(admin, { kind: 'key' })).toThrow(
      expect.objectContaining({ code: 'api_keys.authentication_not_api_key' }),
    );
  });
});

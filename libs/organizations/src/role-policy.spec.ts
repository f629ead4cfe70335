import { describe, expect, it } from '@jest/globals';
import { ROLES, systemContext, type OrganizationContext, type Role } from '#libs/kernel';
import { canChange, canSee, hasRole } from './role-policy.js';

const actor = { via: 'session', userId: 'usr_1', sessionId: 'auth_ses_1', isAdmin: false } as const;
const withRole = (role: Role): OrganizationContext => ({ organizationId: 'org_1', actor, role, requestId: 'req_1' });

describe('the role policy', () => {
  it('gives a role everything that lower roles have, and nothing of higher ones', () => {
    const allowed = ROLES.map((role) => ROLES.filter((least) => hasRole(withRole(role), least)));
    expect(allowed).toEqual([['owner', 'admin', 'member'], ['admin', 'member'], ['member']]);
  });

  it('gives the server itself every role', () => {
    expect(ROLES.filter((least) => !hasRole(systemContext('org_1', 'retention'), least))).toEqual([]);
  });

  it('lets every member see and change documents and tags', () => {
    for (const part of ['documents', 'tags', 'tagging-rules'] as const) {
      expect([canSee(withRole('member'), part), canChange(withRole('member'), part)]).toEqual([true, true]);
    }
  });
});

import { describe, expect, it } from '@jest/globals';
import { ROLES, systemContext, type OrganizationContext, type Role } from '#ground/kernel';
import { canChange, canSee, hasRole, leastRoleFor } from './role-policy.js';

const actor = { via: 'session', userId: 'usr_1', sessionId: 'auth_ses_1', isAdmin: false } as const;
const withRole = (role: Role): OrganizationContext => ({ organizationId: 'org_1', actor, role, requestId: 'req_1' });

describe('the role policy', () => {
  it('a role has everything that lower roles have, and nothing of higher ones', () => {
    const allowed = ROLES.map((role) => ROLES.filter((least) => hasRole(withRole(role), least)));
    expect(allowed).toEqual([
      ['owner', 'admin', 'member', 'viewer'],
      ['admin', 'member', 'viewer'],
      ['member', 'viewer'],
      ['viewer'],
    ]);
  });

  it('the server itself has every role', () => {
    expect(ROLES.filter((least) => !hasRole(systemContext('org_1', 'retention'), least))).toEqual([]);
  });

  it('every member sees and changes documents and tags', () => {
    for (const part of ['documents', 'tags', 'tagging-rules'] as const) {
      expect([canSee(withRole('member'), part), canChange(withRole('member'), part)]).toEqual([true, true]);
    }
  });

  it('a viewer sees documents, tags and members, and changes nothing', () => {
    const parts = ['documents', 'tags', 'organizations', 'members'];
    expect(parts.filter((part) => !canSee(withRole('viewer'), part))).toEqual([]);
    expect([...parts, 'invitations'].filter((part) => canChange(withRole('viewer'), part))).toEqual([]);
  });

  it('file requests are hidden from viewers, because their addresses let anybody add documents', () => {
    expect(ROLES.filter((role) => canSee(withRole(role), 'file-requests'))).toEqual(['owner', 'admin', 'member']);
  });

  it('webhooks are hidden from viewers, because their addresses are often secrets', () => {
    expect(ROLES.filter((role) => canSee(withRole(role), 'webhooks'))).toEqual(['owner', 'admin', 'member']);
  });

  it('admins and owners, and no lower role, see invitations and change members', () => {
    const roles = ROLES.filter((role) => canSee(withRole(role), 'invitations') && canChange(withRole(role), 'members'));
    expect(roles).toEqual(['owner', 'admin']);
  });

  it('an API key may do only what both its permissions and the role of its user allow', () => {
    const key = (role: Role, ...permissions: string[]): OrganizationContext => ({
      ...withRole(role),
      actor: { via: 'api-key', userId: 'usr_1', apiKeyId: 'ak_1', permissions, organizationIds: undefined },
    });
    expect(canSee(key('owner', 'tags:read'), 'tags')).toBe(true);
    expect(canSee(key('owner', 'tags:read'), 'documents')).toBe(false);
    expect(canSee(key('owner', 'tags:update'), 'tags')).toBe(false);
    expect(canChange(key('member', 'tags:update'), 'tags')).toBe(true);
    expect(canChange(key('member', 'tags:update'), 'tags', 'delete')).toBe(false);
    expect(canChange(key('member', 'tags:read'), 'tags')).toBe(false);
    expect(canChange(key('viewer', 'tags:update'), 'tags')).toBe(false);
    expect(canSee(key('owner', 'events:read', 'documents:read'), 'members')).toBe(false);
  });

  it.each([
    ['GET', 'viewer'],
    ['HEAD', 'viewer'],
    ['POST', 'member'],
    ['PATCH', 'member'],
    ['DELETE', 'member'],
    ['OPTIONS', 'member'],
  ])('a route with the method %s that declares no role requires the role %s', (method, role) => {
    expect(leastRoleFor(method)).toBe(role);
  });
});

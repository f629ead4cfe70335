import type { OrganizationContext, Role } from '#ground/kernel';

interface LeastRoles {
  see: Role;
  change: Role;
}

const USUAL: LeastRoles = { see: 'viewer', change: 'member' };

/** Parts of an organization, as permissions name them, that need other roles than the usual ones. */
const RESTRICTED: ReadonlyMap<string, LeastRoles> = new Map([
  ['members', { see: 'viewer', change: 'admin' }],
  ['invitations', { see: 'admin', change: 'admin' }],
  ['file-requests', { see: 'member', change: 'member' }],
  ['legal-holds', { see: 'admin', change: 'admin' }],
  ['retention-rules', { see: 'viewer', change: 'admin' }],
  // Their addresses are often secrets.
  ['webhooks', { see: 'member', change: 'member' }],
]);

const CHANGING_VERBS = ['create', 'update', 'delete'] as const;
type ChangingVerb = (typeof CHANGING_VERBS)[number];

const RANK: Readonly<Record<OrganizationContext['role'], number>> = {
  system: 4,
  owner: 3,
  admin: 2,
  member: 1,
  viewer: 0,
};

/** True when the actor has this role or a higher one. The server itself has every role. */
export function hasRole({ role }: OrganizationContext, least: Role): boolean {
  return RANK[role] >= RANK[least];
}

const leastRoles = (part: string): LeastRoles => RESTRICTED.get(part) ?? USUAL;

/** An API key may do what its permissions say. Parts without permissions are for sessions only. */
function hasPermission({ actor }: OrganizationContext, part: string, verbs: readonly string[]): boolean {
  return actor.via !== 'api-key' || verbs.some((verb) => actor.permissions.includes(`${part}:${verb}`));
}

/** True when the role of the actor, and the permissions of its API key, let it read this part of the organization. */
export function canSee(ctx: OrganizationContext, part: string): boolean {
  return hasRole(ctx, leastRoles(part).see) && hasPermission(ctx, part, ['read']);
}

/**
 * True when the role of the actor, and the permissions of its API key, let it change this part of the organization:
 * in the way of `verb`, or else in any way.
 */
export function canChange(ctx: OrganizationContext, part: string, verb?: ChangingVerb): boolean {
  return hasRole(ctx, leastRoles(part).change) && hasPermission(ctx, part, verb ? [verb] : CHANGING_VERBS);
}

/** The role that a route needs when it declares none: every member reads, viewers change nothing. */
export function leastRoleFor(method: string): Role {
  return method === 'GET' || method === 'HEAD' ? 'viewer' : 'member';
}

import type { OrganizationContext, Role } from '#libs/kernel';

interface LeastRoles {
  see: Role;
  change: Role;
}

const EVERY_MEMBER: LeastRoles = { see: 'member', change: 'member' };

/** Parts of an organization, as permissions name them, that not every member may see and change; none so far. */
const RESTRICTED: Readonly<Partial<Record<string, LeastRoles>>> = {};

const RANK: Readonly<Record<OrganizationContext['role'], number>> = { system: 3, owner: 2, admin: 1, member: 0 };

/** True when the actor has this role or a higher one. The server itself has every role. */
export function hasRole({ role }: OrganizationContext, least: Role): boolean {
  return RANK[role] >= RANK[least];
}

/** True when the actor's role lets it read this part of the organization. */
export function canSee(ctx: OrganizationContext, part: string): boolean {
  return hasRole(ctx, (RESTRICTED[part] ?? EVERY_MEMBER).see);
}

/** True when the actor's role lets it change this part of the organization. */
export function canChange(ctx: OrganizationContext, part: string): boolean {
  return hasRole(ctx, (RESTRICTED[part] ?? EVERY_MEMBER).change);
}

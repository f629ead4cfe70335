import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Forbidden, NotInOrganization } from '#people/auth';
import { accessOf, callerOf, requestContext, roleOf, type Permission } from '#ground/http-kit';
import type { OrganizationContext, Role } from '#ground/kernel';
import { OrganizationRepository } from '../organization.repository.js';
import { NotOrganizationOwner } from '../organizations.errors.js';
import { canChange, canSee, hasRole, leastRoleFor } from '../role-policy.js';
import { needsNoMembership } from './no-membership-needed.decorator.js';

/**
 * On routes with `:organizationId`: the caller is a member of that organization, it is not deleted, and an API key is
 * not bound to others. All three give the same error, so that a caller cannot find out which organizations exist. Then
 * the guard checks the role that the route requires, and what the role allows. A route that declares no role is closed
 * to viewers unless its method only reads. It sets the context for `@Context()`.
 */
@Injectable()
export class MembershipGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly organizations: OrganizationRepository,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    const declared = roleOf(this.reflector, context);
    const request = context.switchToHttp().getRequest<{ method: string; params: { organizationId?: string } }>();
    const { organizationId } = request.params;
    const isExempt =
      access?.kind === 'public' ||
      access?.kind === 'admin' ||
      organizationId === undefined ||
      needsNoMembership(this.reflector, context);
    // A route that requires a role is never exempt: roles exist only in an organization.
    if (isExempt && declared === undefined) return true;
    const organization = await this.#contextOf(context, organizationId);
    assertRole(organization, declared ?? leastRoleFor(request.method));
    if (access?.kind === 'session-or-key') assertRoleAllows(organization, access.permissions);
    requestContext(context).organization = organization;
    return true;
  }

  async #contextOf(context: ExecutionContext, organizationId: string | undefined): Promise<OrganizationContext> {
    const caller = callerOf(context);
    if (!caller || organizationId === undefined) throw NotInOrganization();
    const { actor } = caller;
    if (actor.via === 'api-key' && actor.organizationIds?.includes(organizationId) === false) throw NotInOrganization();
    const { membership } = requestContext(context);
    const role =
      membership?.organizationId === organizationId
        ? membership.role
        : await this.organizations.roleOf(organizationId, actor);
    if (!role) throw NotInOrganization();
    return { ...caller, organizationId, role };
  }
}

type Verb = 'create' | 'delete' | 'read' | 'update';

/** The contract has a separate code for what only owners may do. */
function assertRole(ctx: OrganizationContext, least: Role): void {
  if (hasRole(ctx, least)) return;
  if (least === 'owner') throw NotOrganizationOwner();
  throw Forbidden({ message: `This needs the role ${least} or a higher one in the organization.` });
}

function assertRoleAllows(ctx: OrganizationContext, permissions: readonly Permission[]): void {
  for (const permission of permissions) {
    const [part, verb] = permission.split(':') as [string, Verb];
    if (verb === 'read' ? canSee(ctx, part) : canChange(ctx, part, verb)) continue;
    throw Forbidden({ message: `Your role in the organization does not allow ${permission}.` });
  }
}

import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { NotInOrganization } from '#libs/auth';
import { accessOf, requestContext } from '#libs/http-kit';
import { OrganizationRepository } from '../organization.repository.js';
import { needsNoMembership } from './no-membership-needed.decorator.js';

/**
 * On routes with `:organizationId`: the caller is a member of that organization, it is not deleted, and an API key is
 * not bound to others. All of these are one answer, so that nobody learns which organizations exist.
 */
@Injectable()
export class MembershipGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly organizations: OrganizationRepository,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    if (access?.kind === 'public' || access?.kind === 'admin') return true;
    if (needsNoMembership(this.reflector, context)) return true;
    const { organizationId } = context.switchToHttp().getRequest<{ params: { organizationId?: string } }>().params;
    if (organizationId === undefined) return true;
    const request = requestContext(context);
    const { actor } = request;
    if (!actor) throw NotInOrganization();
    if (actor.via === 'api-key' && actor.organizationIds?.includes(organizationId) === false) throw NotInOrganization();
    const membership = await this.organizations.membership(organizationId, actor.userId);
    if (!membership) throw NotInOrganization();
    request.membership = membership;
    return true;
  }
}

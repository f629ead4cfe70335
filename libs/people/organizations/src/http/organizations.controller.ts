import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Forbidden, NotInOrganization } from '#people/auth';
import {
  Access,
  CallerContext,
  Context,
  CurrentActor,
  Errors,
  IfMatch,
  OrganizationParams,
  WholeListQuery,
  WithEntityTag,
} from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import type { ActorContext, OrganizationContext, UserActor } from '#ground/kernel';
import { CreateOrganization } from '../create-organization.js';
import { DeleteOrganization } from '../delete-organization.js';
import type { Organization } from '../organization.entity.js';
import { OrganizationRepository } from '../organization.repository.js';
import { RenameOrganization } from '../rename-organization.js';
import { RestoreOrganization } from '../restore-organization.js';
import { NoMembershipNeeded } from './no-membership-needed.decorator.js';
import { type OrganizationResponse, type OrganizationsResponse, organizationView } from './organization.view.dto.js';
import { OrganizationNameBody } from './organizations.dto.js';

@Controller('api/organizations')
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly createOrganization: CreateOrganization,
    private readonly renameOrganization: RenameOrganization,
    private readonly deleteOrganization: DeleteOrganization,
    private readonly restoreOrganization: RestoreOrganization,
    private readonly idempotency: Idempotency,
  ) {}

  /** The organizations of the caller, oldest first. */
  @Get()
  @Access.permissions('organizations:read')
  async list(@CurrentActor() actor: UserActor, @Query() page: WholeListQuery): Promise<OrganizationsResponse> {
    const organizations = await this.organizations.ofActor(actor, page);
    return { organizations: organizations.map(organizationView) };
  }

  /** What the caller has deleted and may still restore, last deleted first. */
  @Get('deleted')
  @Access.permissions('organizations:read')
  async listDeleted(@CurrentActor() actor: UserActor, @Query() page: WholeListQuery): Promise<OrganizationsResponse> {
    const organizations = await this.organizations.deletedBy(actor, page);
    return { organizations: organizations.map(organizationView) };
  }

  /** Creates an organization that the caller owns. */
  @Errors('user.max_organization_count_reached', 'user.too_many_deleted_organizations')
  @Post()
  @HttpCode(200)
  @Access.permissions('organizations:create')
  async create(
    @CallerContext() caller: ActorContext<UserActor>,
    @Body() body: OrganizationNameBody,
    @Req() request: FastifyRequest,
  ): Promise<OrganizationResponse> {
    const { actor } = caller;
    if (actor.via === 'api-key' && actor.organizationIds) {
      throw Forbidden({
        message: 'This API key is bound to organizations and may not create others (organizations:create).',
      });
    }
    return this.idempotency.once(
      request,
      body,
      (tx) => this.createOrganization.execute(tx, caller, { name: body.name, ownerId: actor.userId }),
      (organization: Organization) => ({ organization: organizationView(organization) }),
    );
  }

  /** One organization. */
  @Get(':organizationId')
  @WithEntityTag('organization')
  @Access.permissions('organizations:read')
  async get(@Param() _params: OrganizationParams, @Context() ctx: OrganizationContext): Promise<OrganizationResponse> {
    const organization = await this.organizations.find(ctx);
    if (!organization) throw NotInOrganization();
    return { organization: organizationView(organization) };
  }

  /** Changes the name; any member may. */
  @Put(':organizationId')
  @WithEntityTag('organization')
  @Access.permissions('organizations:update')
  async rename(
    @Param() _params: OrganizationParams,
    @Body() { name }: OrganizationNameBody,
    @Context() ctx: OrganizationContext,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<OrganizationResponse> {
    const organization = await this.renameOrganization.execute(ctx, name, ifMatch);
    return { organization: organizationView(organization) };
  }

  /** Hides the organization from all members; it can be restored until its purge. Owners only. */
  @Errors('user.not_organization_owner', 'organization.on_hold', 'organization.retention_locked')
  @Delete(':organizationId')
  @HttpCode(204)
  @Access.permissions('organizations:delete')
  @Access.role('owner')
  async delete(@Param() _params: OrganizationParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.deleteOrganization.execute(ctx);
  }

  /** Restores a deleted organization with its members, unless its purge is due. */
  @Errors('organization.not_found', 'organization.not_deleted', 'organization.only_previous_owner_can_restore')
  @Post(':organizationId/restore')
  @HttpCode(204)
  @Access.session()
  @NoMembershipNeeded()
  async restore(
    @Param() { organizationId }: OrganizationParams,
    @CallerContext() caller: ActorContext<UserActor>,
  ): Promise<void> {
    await this.restoreOrganization.execute(caller, organizationId);
  }
}

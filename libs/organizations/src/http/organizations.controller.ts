import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Forbidden, NotInOrganization } from '#libs/auth';
import { Access, CurrentActor, type Actor } from '#libs/http-kit';
import { CreateOrganization } from '../create-organization.js';
import { OrganizationRepository } from '../organization.repository.js';
import { RenameOrganization } from '../rename-organization.js';
import { type OrganizationAnswer, type OrganizationsAnswer, viewOrganization } from './organization.view.dto.js';
import { OrganizationNameDto, OrganizationParamsDto } from './organizations.dto.js';

@Controller('api/organizations')
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly createOrganization: CreateOrganization,
    private readonly renameOrganization: RenameOrganization,
  ) {}

  /** The organizations of the caller, oldest first. */
  @Get()
  @Access.permissions('organizations:read')
  async list(@CurrentActor() actor: Actor): Promise<OrganizationsAnswer> {
    const within = actor.via === 'api-key' ? actor.organizationIds : undefined;
    return { organizations: (await this.organizations.ofUser(actor.userId, within)).map(viewOrganization) };
  }

  /** Makes an organization that the caller owns. */
  @Post()
  @HttpCode(200)
  @Access.permissions('organizations:create')
  async create(@CurrentActor() actor: Actor, @Body() { name }: OrganizationNameDto): Promise<OrganizationAnswer> {
    if (actor.via === 'api-key' && actor.organizationIds) {
      throw Forbidden({
        message: 'This API key is bound to organizations and may not create others (organizations:create).',
      });
    }
    return { organization: viewOrganization(await this.createOrganization.execute({ userId: actor.userId, name })) };
  }

  @Get(':organizationId')
  @Access.permissions('organizations:read')
  async get(@Param() { organizationId }: OrganizationParamsDto): Promise<OrganizationAnswer> {
    const organization = await this.organizations.find(organizationId);
    if (!organization) throw NotInOrganization();
    return { organization: viewOrganization(organization) };
  }

  /** Changes the name; any member may. */
  @Put(':organizationId')
  @Access.permissions('organizations:update')
  async rename(
    @Param() { organizationId }: OrganizationParamsDto,
    @Body() { name }: OrganizationNameDto,
  ): Promise<OrganizationAnswer> {
    return { organization: viewOrganization(await this.renameOrganization.execute({ organizationId, name })) };
  }
}

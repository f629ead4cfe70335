import { Body, Controller, Get, HttpCode, Param, Patch } from '@nestjs/common';
import { Access, CurrentMembership, type Membership } from '#libs/http-kit';
import { OrganizationSettings } from '../organization-settings.js';
import { NotOrganizationOwner } from '../organizations.errors.js';
import { OrganizationSettingsBody } from './organization-settings.dto.js';
import type { OrganizationSettingsAnswer } from './organization-settings.view.dto.js';
import { OrganizationParamsDto } from './organizations.dto.js';

@Controller('api/organizations/:organizationId/settings')
export class OrganizationSettingsController {
  constructor(private readonly settings: OrganizationSettings) {}

  /** What the organization has chosen, and the server's defaults for the rest. */
  @Get()
  @Access.permissions('organizations:read')
  async get(@Param() { organizationId }: OrganizationParamsDto): Promise<OrganizationSettingsAnswer> {
    return { organizationSettings: { ai: { autoTagging: await this.settings.autoTagging(organizationId) } } };
  }

  /** Changes settings; missing ones stay as they are. Owners only. 403 `user.not_organization_owner`. */
  @Patch()
  @HttpCode(204)
  @Access.permissions('organizations:update')
  async update(
    @Param() { organizationId }: OrganizationParamsDto,
    @Body() body: OrganizationSettingsBody,
    @CurrentMembership() membership: Membership,
  ): Promise<void> {
    if (membership.role !== 'owner') throw NotOrganizationOwner();
    await this.settings.changeAutoTagging(organizationId, body.ai?.autoTagging ?? {});
  }
}

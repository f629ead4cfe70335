import { Body, Controller, Get, HttpCode, Param, Patch } from '@nestjs/common';
import { Access, Context, Errors, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { OrganizationSettings } from '../organization-settings.js';
import { OrganizationSettingsBody } from './organization-settings.dto.js';
import type { OrganizationSettingsResponse } from './organization-settings.view.dto.js';

@Controller('api/organizations/:organizationId/settings')
export class OrganizationSettingsController {
  constructor(private readonly settings: OrganizationSettings) {}

  /** The settings of the organization, with the defaults of the server for the rest. */
  @Get()
  @Access.permissions('organizations:read')
  async get(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
  ): Promise<OrganizationSettingsResponse> {
    const ai = { autoTagging: await this.settings.autoTagging(ctx) };
    const documents = {
      dateDetection: await this.settings.dateDetection(ctx),
      isInboxEnabled: await this.settings.isInboxEnabled(ctx),
      learnedFiling: await this.settings.learnedFiling(ctx),
    };
    return { organizationSettings: { ai, documents } };
  }

  /** Changes settings; missing ones stay as they are. Owners only. */
  @Errors('user.not_organization_owner')
  @Patch()
  @HttpCode(204)
  @Access.permissions('organizations:update')
  @Access.role('owner')
  async update(
    @Param() _params: OrganizationParams,
    @Body() body: OrganizationSettingsBody,
    @Context() ctx: OrganizationContext,
  ): Promise<void> {
    await this.settings.changeAutoTagging(ctx, body.ai?.autoTagging ?? {});
    await this.settings.changeDocuments(ctx, body.documents ?? {});
  }
}

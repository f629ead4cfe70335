import { Body, Controller, Get, HttpCode, Param, Patch } from '@nestjs/common';
import { CodeSettingsOfOrganizations } from '#automation/document-codes';
import { Access, Context, Errors, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { CodeSettingsBody, type CodeSettingsView } from './code-settings.dto.js';

@Controller('api/organizations/:organizationId/document-codes/settings')
export class CodeSettingsController {
  constructor(private readonly settings: CodeSettingsOfOrganizations) {}

  /** What is done with codes on the documents of the organization, with the defaults of the server. */
  @Get()
  @Access.permissions('organizations:read')
  async get(@Param() _params: OrganizationParams, @Context() ctx: OrganizationContext): Promise<CodeSettingsView> {
    return this.settings.of(ctx);
  }

  /** Changes settings, for documents that are read from now on; missing ones stay as they are. Owners only. */
  @Errors('user.not_organization_owner')
  @Patch()
  @HttpCode(204)
  @Access.permissions('organizations:update')
  @Access.role('owner')
  async update(
    @Param() _params: OrganizationParams,
    @Body() body: CodeSettingsBody,
    @Context() ctx: OrganizationContext,
  ): Promise<void> {
    await this.settings.change(ctx, body);
  }
}

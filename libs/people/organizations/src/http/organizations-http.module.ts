import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { RequestsModule } from '#ground/requests';
import { OrganizationsModule } from '../organizations.module.js';
import { UsageSources } from '../usage-sources.js';
import { MembersController } from './members.controller.js';
import { MembershipGuard } from './membership.guard.js';
import { OrganizationInvitationsController } from './organization-invitations.controller.js';
import { OrganizationSettingsController } from './organization-settings.controller.js';
import { OrganizationsPublicConfig } from './organizations-public-config.js';
import { OrganizationsController } from './organizations.controller.js';
import { PlanController } from './plan.controller.js';
import { ReceivedInvitationsController } from './received-invitations.controller.js';

@Module({
  imports: [DiscoveryModule, RequestsModule, OrganizationsModule],
  controllers: [
    MembersController,
    OrganizationsController,
    OrganizationSettingsController,
    PlanController,
    OrganizationInvitationsController,
    ReceivedInvitationsController,
  ],
  providers: [MembershipGuard, OrganizationsPublicConfig, UsageSources],
  exports: [MembershipGuard],
})
export class OrganizationsHttpModule {}

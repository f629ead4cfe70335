import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { IdempotencyModule } from '#ground/idempotency';
import { OrganizationsModule } from '../organizations.module.js';
import { UsageSources } from '../usage-sources.js';
import { MembersController } from './members.controller.js';
import { MembershipGuard } from './membership.guard.js';
import { OrganizationSettingsController } from './organization-settings.controller.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsPublicConfig } from './organizations-public-config.js';
import { PlanController } from './plan.controller.js';

@Module({
  imports: [DiscoveryModule, IdempotencyModule, OrganizationsModule],
  controllers: [MembersController, OrganizationsController, OrganizationSettingsController, PlanController],
  providers: [MembershipGuard, OrganizationsPublicConfig, UsageSources],
  exports: [MembershipGuard],
})
export class OrganizationsHttpModule {}

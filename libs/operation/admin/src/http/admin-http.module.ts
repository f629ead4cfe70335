import { Module } from '@nestjs/common';
import { AuthHttpModule } from '#people/auth/http';
import { AdminModule } from '#operation/admin';
import { AuthModule } from '#people/auth';
import { HealthModule } from '#ground/server-info';
import { IntakeModule } from '#outside/intake';
import { OrganizationsModule } from '#people/organizations';
import { SearchModule } from '#capabilities/search';
import { StorageModule } from '#capabilities/storage';
import { WebhooksModule } from '#outside/webhooks';
import { EffectiveSettings } from './effective-settings.js';
import { InstanceController } from './instance.controller.js';
import { AdminJobsController } from './jobs.controller.js';
import { AdminOrganizationsController } from './organizations.controller.js';
import { PasswordResets } from './password-resets.js';
import { PlanEntitlementsController } from './plan-entitlements.controller.js';
import { AdminStatisticsController } from './statistics.controller.js';
import { AdminUsersController } from './users.controller.js';
import { AdminWebhooksController } from './webhooks.controller.js';

@Module({
  imports: [
    AdminModule,
    AuthHttpModule,
    AuthModule,
    HealthModule,
    IntakeModule,
    OrganizationsModule,
    SearchModule,
    StorageModule,
    WebhooksModule,
  ],
  controllers: [
    InstanceController,
    AdminJobsController,
    AdminOrganizationsController,
    AdminStatisticsController,
    AdminUsersController,
    AdminWebhooksController,
    PlanEntitlementsController,
  ],
  providers: [EffectiveSettings, PasswordResets],
})
export class AdminHttpModule {}

import { Module } from '@nestjs/common';
import { IntakeModule } from '#libs/intake';
import { IntakeEmailsModule } from '#libs/intake-emails';
import { OrganizationsModule } from '#libs/organizations';
import { StorageModule } from '#libs/storage';
import { ConfiguredIntakes } from './configured-intakes.js';
import { FinishIntakeHandler } from './finish-intake.handler.js';
import { Intakes } from './intakes.js';
import { RetryIntakeHandler } from './retry-intake.handler.js';

@Module({
  imports: [IntakeModule, IntakeEmailsModule, OrganizationsModule, StorageModule],
  providers: [ConfiguredIntakes, FinishIntakeHandler, Intakes, RetryIntakeHandler],
})
export class PluginIntakesWorkerModule {}

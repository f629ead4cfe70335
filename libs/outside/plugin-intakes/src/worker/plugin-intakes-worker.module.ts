import { Module } from '@nestjs/common';
import { IntakeModule } from '#outside/intake';
import { IntakeEmailsModule } from '#outside/intake-emails';
import { OrganizationsModule } from '#people/organizations';
import { StorageModule } from '#capabilities/storage';
import { ConfiguredIntakes } from './configured-intakes.js';
import { FinishIntakeHandler } from './finish-intake.handler.js';
import { Intakes } from './intakes.js';
import { RetryIntakeHandler } from './retry-intake.handler.js';

@Module({
  imports: [IntakeModule, IntakeEmailsModule, OrganizationsModule, StorageModule],
  providers: [ConfiguredIntakes, FinishIntakeHandler, Intakes, RetryIntakeHandler],
})
export class PluginIntakesWorkerModule {}

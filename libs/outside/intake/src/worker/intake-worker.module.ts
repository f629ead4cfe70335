import { Module } from '@nestjs/common';
import { StorageModule } from '#capabilities/storage';
import { IntakeModule } from '#outside/intake';
import { OrganizationsModule } from '#people/organizations';
import { ConfiguredIntakes } from './configured-intakes.js';
import { FinishIntakeHandler } from './finish-intake.handler.js';
import { Intakes } from './intakes.js';
import { RemoveOutdatedFailures } from './remove-outdated-failures.schedule.js';
import { RetryIntakeHandler } from './retry-intake.handler.js';

@Module({
  imports: [IntakeModule, OrganizationsModule, StorageModule],
  providers: [RemoveOutdatedFailures, ConfiguredIntakes, FinishIntakeHandler, Intakes, RetryIntakeHandler],
})
export class IntakeWorkerModule {}

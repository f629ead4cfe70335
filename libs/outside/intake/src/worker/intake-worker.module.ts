import { Module } from '@nestjs/common';
import { IntakeModule } from '#outside/intake';
import { RemoveOutdatedFailures } from './remove-outdated-failures.schedule.js';
import { OrganizationsModule } from '#people/organizations';
import { StorageModule } from '#capabilities/storage';
import { ConfiguredIntakes } from './configured-intakes.js';
import { FinishIntakeHandler } from './finish-intake.handler.js';
import { Intakes } from './intakes.js';
import { RetryIntakeHandler } from './retry-intake.handler.js';

@Module({
  imports: [IntakeModule, OrganizationsModule, StorageModule],
  providers: [RemoveOutdatedFailures, ConfiguredIntakes, FinishIntakeHandler, Intakes, RetryIntakeHandler],
})
export class IntakeWorkerModule {}

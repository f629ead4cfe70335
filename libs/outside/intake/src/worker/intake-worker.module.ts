import { Module } from '@nestjs/common';
import { IntakeModule } from '#outside/intake';
import { RemoveOutdatedFailures } from './remove-outdated-failures.schedule.js';

@Module({ imports: [IntakeModule], providers: [RemoveOutdatedFailures] })
export class IntakeWorkerModule {}

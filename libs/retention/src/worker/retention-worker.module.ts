import { Module } from '@nestjs/common';
import { RetentionModule } from '#libs/retention';
import { RetentionSchedule } from './retention.schedule.js';
import { RunRetentionTaskHandler } from './run-retention-task.handler.js';

/** Needs `ScheduleModule.forRoot()` in the application. */
@Module({ imports: [RetentionModule], providers: [RetentionSchedule, RunRetentionTaskHandler] })
export class RetentionWorkerModule {}

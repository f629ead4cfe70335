import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DocumentsWorkerModule } from '#worker/documents';
import { IdempotencyWorkerModule } from '#worker/idempotency';
import { ProcessingWorkerModule } from '#worker/processing';
import { RetentionWorkerModule } from '#worker/retention';
import { StorageWorkerModule } from '#worker/storage';
import { TaggingRulesWorkerModule } from '#worker/tagging-rules';
import { TasksWorkerModule } from '#worker/tasks';

/** The background work: every worker door. */
@Module({
  imports: [
    ScheduleModule.forRoot(),
    DocumentsWorkerModule,
    IdempotencyWorkerModule,
    RetentionWorkerModule,
    ProcessingWorkerModule,
    StorageWorkerModule,
    TaggingRulesWorkerModule,
    TasksWorkerModule,
  ],
})
export class WorkerModule {}

import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ProcessingWorkerModule } from '#worker/processing';
import { StorageWorkerModule } from '#worker/storage';

/** The background work: every worker door. */
@Module({ imports: [ScheduleModule.forRoot(), ProcessingWorkerModule, StorageWorkerModule] })
export class WorkerModule {}

import { Module } from '@nestjs/common';
import { BatchesModule } from '#archive/batches';
import { RemoveChangeSetsSchedule } from './remove-change-sets.schedule.js';
import { RunBatchHandler } from './run-batch.handler.js';

@Module({ imports: [BatchesModule], providers: [RemoveChangeSetsSchedule, RunBatchHandler] })
export class BatchesWorkerModule {}

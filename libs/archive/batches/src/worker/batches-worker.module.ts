import { Module } from '@nestjs/common';
import { BatchesModule } from '#archive/batches';
import { RemoveChangeSetsSchedule } from './remove-change-sets.schedule.js';

@Module({ imports: [BatchesModule], providers: [RemoveChangeSetsSchedule] })
export class BatchesWorkerModule {}

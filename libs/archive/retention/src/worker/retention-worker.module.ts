import { Module } from '@nestjs/common';
import { RetentionModule } from '#archive/retention';
import { ApplyRetentionOnSchedule } from './apply-retention.schedule.js';

@Module({ imports: [RetentionModule], providers: [ApplyRetentionOnSchedule] })
export class RetentionWorkerModule {}

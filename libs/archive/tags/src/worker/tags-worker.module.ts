import { Module } from '@nestjs/common';
import { TagsModule } from '../tags.module.js';
import { FoldTagCountsSchedule } from './fold-tag-counts.schedule.js';

@Module({ imports: [TagsModule], providers: [FoldTagCountsSchedule] })
export class TagsWorkerModule {}

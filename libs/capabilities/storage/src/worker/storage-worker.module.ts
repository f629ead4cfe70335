import { Module } from '@nestjs/common';
import { StorageModule } from '#capabilities/storage';
import { RemoveCopyHandler } from './remove-copy.handler.js';
import { RemoveFilesHandler } from './remove-files.handler.js';
import { ScrubFilesSchedule } from './scrub-files.schedule.js';
import { SweepFiles } from './sweep-files.schedule.js';

@Module({
  imports: [StorageModule],
  providers: [RemoveCopyHandler, RemoveFilesHandler, ScrubFilesSchedule, SweepFiles],
})
export class StorageWorkerModule {}

import { Module } from '@nestjs/common';
import { RemoveFilesHandler } from './remove-files.handler.js';
import { SweepSchedule } from './sweep.schedule.js';

@Module({ providers: [RemoveFilesHandler, SweepSchedule] })
export class StorageWorkerModule {}

import { Module } from '@nestjs/common';
import { StorageModule } from '#capabilities/storage';
import { RemoveCopyHandler } from './remove-copy.handler.js';
import { RemoveFilesHandler } from './remove-files.handler.js';
import { SweepFiles } from './sweep-files.schedule.js';

@Module({ imports: [StorageModule], providers: [RemoveCopyHandler, RemoveFilesHandler, SweepFiles] })
export class StorageWorkerModule {}

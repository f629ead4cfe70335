import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/storage';
import { RemoveFilesHandler } from './remove-files.handler.js';
import { SweepFiles } from './sweep-files.schedule.js';

@Module({ imports: [StorageModule], providers: [RemoveFilesHandler, SweepFiles] })
export class StorageWorkerModule {}

import { Module } from '@nestjs/common';
import { DocumentArchivesModule } from '#archive/document-archives';
import { PrepareArchiveHandler } from './prepare-archive.handler.js';
import { RemoveExpiredArchives } from './remove-expired-archives.schedule.js';

@Module({ imports: [DocumentArchivesModule], providers: [PrepareArchiveHandler, RemoveExpiredArchives] })
export class DocumentArchivesWorkerModule {}

import { Module } from '@nestjs/common';
import { DocumentArchivesModule } from '#archive/document-archives';
import { RemoveExpiredArchives } from './remove-expired-archives.schedule.js';

@Module({ imports: [DocumentArchivesModule], providers: [RemoveExpiredArchives] })
export class DocumentArchivesWorkerModule {}

import { Module } from '@nestjs/common';
import { DocumentArchivesModule } from '#archive/document-archives';
import { ArchivePlaces } from './archive-places.js';
import { DocumentArchivesController } from './document-archives.controller.js';
import { RequestArchiveController } from './request-archive.controller.js';

@Module({
  imports: [DocumentArchivesModule],
  controllers: [DocumentArchivesController, RequestArchiveController],
  providers: [ArchivePlaces],
})
export class DocumentArchivesHttpModule {}

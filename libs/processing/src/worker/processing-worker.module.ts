import { Module } from '@nestjs/common';
import { DocumentsModule } from '#libs/documents';
import { ExtractionModule } from '#libs/extraction';
import { ProcessDocumentHandler } from './process-document.handler.js';
import { RecognizeDocumentHandler } from './recognize-document.handler.js';
import { ReadDocumentText } from './read-document-text.js';
import { SearchMaintenanceSchedule } from './search-maintenance.schedule.js';

@Module({
  imports: [DocumentsModule, ExtractionModule],
  providers: [ReadDocumentText, ProcessDocumentHandler, RecognizeDocumentHandler, SearchMaintenanceSchedule],
})
export class ProcessingWorkerModule {}

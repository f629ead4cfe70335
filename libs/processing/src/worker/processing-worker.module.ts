import { Module } from '@nestjs/common';
import { DocumentsModule } from '#libs/documents';
import { ExtractionModule } from '#libs/extraction';
import { TaggingRulesModule } from '#libs/tagging-rules';
import { TasksModule } from '#libs/tasks';
import { ProcessDocumentHandler } from './process-document.handler.js';
import { RecognizeDocumentHandler } from './recognize-document.handler.js';
import { ReadDocumentText } from './read-document-text.js';
import { ReprocessTask } from './reprocess-task.js';
import { SearchMaintenanceSchedule } from './search-maintenance.schedule.js';
import { UnreadDocumentsSchedule } from './unread-documents.schedule.js';

@Module({
  imports: [DocumentsModule, ExtractionModule, TaggingRulesModule, TasksModule],
  providers: [
    ReadDocumentText,
    ReprocessTask,
    ProcessDocumentHandler,
    RecognizeDocumentHandler,
    SearchMaintenanceSchedule,
    UnreadDocumentsSchedule,
  ],
})
export class ProcessingWorkerModule {}

import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AutoTaggingModule } from '#automation/auto-tagging';
import { DocumentsModule } from '#archive/documents';
import { ExtractionModule } from '#capabilities/extraction';
import { SearchModule } from '#capabilities/search';
import { StorageModule } from '#capabilities/storage';
import { TaggingRulesModule } from '#automation/tagging-rules';
import { TasksModule } from '#archive/tasks';
import { ProcessDocumentHandler, RecognizeDocumentHandler } from './document-jobs.handlers.js';
import { ExtractRemotelyHandler } from './extract-remotely.handler.js';
import { ForgetPurgedDocuments } from './forget-purged-documents.js';
import { ProcessDocuments } from './process-documents.js';
import { ReadFile } from './read-file.js';
import { ReadShortTexts } from './read-short-texts.js';
import { SaveReadings } from './save-readings.js';
import { StepsAfterReading } from './steps-after-reading.js';
import { ProgressReports } from './progress-reports.js';
import { ReadPartialDocumentsAgain } from './read-partial-documents-again.schedule.js';
import { FailAbandonedExtractions } from './fail-abandoned-extractions.schedule.js';

@Module({
  imports: [
    DiscoveryModule,
    AutoTaggingModule,
    DocumentsModule,
    ExtractionModule,
    SearchModule,
    StorageModule,
    TaggingRulesModule,
    TasksModule,
  ],
  providers: [
    ProcessDocuments,
    ReadFile,
    ReadShortTexts,
    SaveReadings,
    StepsAfterReading,
    ForgetPurgedDocuments,
    ExtractRemotelyHandler,
    ProgressReports,
    ProcessDocumentHandler,
    RecognizeDocumentHandler,
    ReadPartialDocumentsAgain,
    FailAbandonedExtractions,
  ],
})
export class ProcessingWorkerModule {}

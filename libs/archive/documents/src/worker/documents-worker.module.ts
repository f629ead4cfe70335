import { Module } from '@nestjs/common';
import { ExtractionModule } from '#capabilities/extraction';
import { DocumentsModule } from '#archive/documents';
import { StorageModule } from '#capabilities/storage';
import { EditPagesHandler } from './edit-pages.handler.js';
import { FailAbandonedPreviews } from './fail-abandoned-previews.schedule.js';
import { MakeMissingThumbnails } from './make-missing-thumbnails.schedule.js';
import { MakePreviewHandler } from './make-preview.js';

@Module({
  imports: [ExtractionModule, DocumentsModule, StorageModule],
  providers: [EditPagesHandler, FailAbandonedPreviews, MakeMissingThumbnails, MakePreviewHandler],
})
export class DocumentsWorkerModule {}

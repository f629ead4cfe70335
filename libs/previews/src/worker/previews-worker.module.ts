import { Module } from '@nestjs/common';
import { ExtractionModule } from '#libs/extraction';
import { PreviewsModule } from '#libs/previews';
import { StorageModule } from '#libs/storage';
import { FailAbandonedPreviews } from './fail-abandoned-previews.schedule.js';
import { MakeMissingThumbnails } from './make-missing-thumbnails.schedule.js';
import { MakePreviewHandler } from './make-preview.js';

@Module({
  imports: [ExtractionModule, PreviewsModule, StorageModule],
  providers: [FailAbandonedPreviews, MakeMissingThumbnails, MakePreviewHandler],
})
export class PreviewsWorkerModule {}

import { Module } from '@nestjs/common';
import { DocumentsModule } from '#libs/documents';
import { ExtractionModule } from '#libs/extraction';
import { StorageModule } from '#libs/storage';
import { PreviewRepository } from './preview.repository.js';
import { Previews } from './previews.js';
import { Thumbnails } from './thumbnails.js';

const parts = [PreviewRepository, Previews, Thumbnails];

@Module({ imports: [DocumentsModule, ExtractionModule, StorageModule], providers: parts, exports: parts })
export class PreviewsModule {}

import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { ExtractionModule } from '#capabilities/extraction';
import { StorageModule } from '#capabilities/storage';
import { PreviewRepository } from './preview.repository.js';
import { Previews } from './previews.js';
import { Thumbnails } from './thumbnails.js';

const parts = [PreviewRepository, Previews, Thumbnails];

@Module({ imports: [DocumentsModule, ExtractionModule, StorageModule], providers: parts, exports: parts })
export class PreviewsModule {}

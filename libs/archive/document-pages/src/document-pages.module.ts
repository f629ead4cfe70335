import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { SearchModule } from '#capabilities/search';
import { DocumentHits } from './document-hits.js';
import { DocumentPageRepository } from './document-page.repository.js';
import { DocumentPages } from './document-pages.js';
import { DocumentProcessing } from './document-processing.js';

@Module({
  imports: [DocumentsModule, SearchModule],
  providers: [DocumentHits, DocumentPageRepository, DocumentPages, DocumentProcessing],
  exports: [DocumentHits, DocumentPages, DocumentProcessing],
})
export class DocumentPagesModule {}

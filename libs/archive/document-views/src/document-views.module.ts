import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { CountDocumentsOfViews } from './count-documents-of-views.js';
import { DocumentViewRepository } from './document-view.repository.js';
import { DocumentViews } from './document-views.js';

const parts = [CountDocumentsOfViews, DocumentViewRepository, DocumentViews];

@Module({ imports: [DocumentsModule], providers: parts, exports: parts })
export class DocumentViewsModule {}

import { Module } from '@nestjs/common';
import { SearchModule } from '#libs/search';
import { StorageModule } from '#libs/storage';
import { TagsModule } from '#libs/tags';
import { TasksModule } from '#libs/tasks';
import { DocumentRepository } from './document.repository.js';
import { DocumentSelection } from './document-selection.js';
import { DocumentTexts } from './document-texts.js';
import { DocumentsService } from './documents.service.js';
import { ReprocessDocument } from './reprocess-document.js';
import { TagDocument } from './tag-document.js';
import { TagDocuments } from './tag-documents.js';
import { TrashedDocumentRepository } from './trashed-document.repository.js';
import { UpdateDocument } from './update-document.js';
import { UploadDocument } from './upload-document.js';

const providers = [
  DocumentRepository,
  DocumentSelection,
  DocumentTexts,
  DocumentsService,
  ReprocessDocument,
  TagDocument,
  TagDocuments,
  TrashedDocumentRepository,
  UpdateDocument,
  UploadDocument,
];

@Module({
  imports: [SearchModule, StorageModule, TagsModule, TasksModule],
  providers,
  exports: providers,
})
export class DocumentsModule {}

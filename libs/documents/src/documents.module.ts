import { Module } from '@nestjs/common';
import { SearchModule } from '#libs/search';
import { StorageModule } from '#libs/storage';
import { TagsModule } from '#libs/tags';
import { TasksModule } from '#libs/tasks';
import { DocumentContent } from './document-content.js';
import { DocumentContentRepository } from './document-content.repository.js';
import { DocumentRepository } from './document.repository.js';
import { DocumentSelection } from './document-selection.js';
import { EmptyTrash } from './empty-trash.js';
import { ListDocuments } from './list-documents.js';
import { LockDocuments } from './lock-documents.js';
import { PurgeDocuments } from './purge-documents.js';
import { ReadDocument } from './read-document.js';
import { ReprocessDocument } from './reprocess-document.js';
import { RestoreDocument } from './restore-document.js';
import { TrashDocument } from './trash-document.js';
import { TrashDocuments } from './trash-documents.js';
import { UpdateDocument } from './update-document.js';
import { UploadDocument } from './upload-document.js';

const verbs = [
  DocumentContent,
  EmptyTrash,
  ListDocuments,
  LockDocuments,
  PurgeDocuments,
  ReadDocument,
  ReprocessDocument,
  RestoreDocument,
  TrashDocument,
  TrashDocuments,
  UpdateDocument,
  UploadDocument,
];

@Module({
  imports: [SearchModule, StorageModule, TagsModule, TasksModule],
  providers: [DocumentContentRepository, DocumentRepository, DocumentSelection, ...verbs],
  exports: [DocumentSelection, ...verbs],
})
export class DocumentsModule {}

import { Module } from '@nestjs/common';
import { SearchModule } from '#libs/search';
import { StorageModule } from '#libs/storage';
import { TagsModule } from '#libs/tags';
import { TasksModule } from '#libs/tasks';
import { DocumentRepository } from './document.repository.js';
import { DocumentSelection } from './document-selection.js';
import { DocumentTexts } from './document-texts.js';
import { EmptyTrash } from './empty-trash.js';
import { ListDocuments } from './list-documents.js';
import { PurgeDocuments } from './purge-documents.js';
import { ReadDocument } from './read-document.js';
import { ReprocessDocument } from './reprocess-document.js';
import { RestoreDocument } from './restore-document.js';
import { TagDocument } from './tag-document.js';
import { TagDocuments } from './tag-documents.js';
import { TrashDocument } from './trash-document.js';
import { TrashDocuments } from './trash-documents.js';
import { UpdateDocument } from './update-document.js';
import { UploadDocument } from './upload-document.js';

const verbs = [
  DocumentTexts,
  EmptyTrash,
  ListDocuments,
  PurgeDocuments,
  ReadDocument,
  ReprocessDocument,
  RestoreDocument,
  TagDocument,
  TagDocuments,
  TrashDocument,
  TrashDocuments,
  UpdateDocument,
  UploadDocument,
];

@Module({
  imports: [SearchModule, StorageModule, TagsModule, TasksModule],
  providers: [DocumentRepository, DocumentSelection, ...verbs],
  exports: verbs,
})
export class DocumentsModule {}

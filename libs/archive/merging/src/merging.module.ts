import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { TagsModule } from '#archive/tags';
import { TasksModule } from '#archive/tasks';
import { TrashModule } from '#archive/trash';
import { UploadsModule } from '#archive/uploads';
import { ExtractionModule } from '#capabilities/extraction';
import { StorageModule } from '#capabilities/storage';
import { MergeIntoDocument } from './merge-documents.js';
import { PagesOfDocuments } from './pages-of-documents.js';
import { RequestMerge } from './request-merge.js';

const shared = [MergeIntoDocument, RequestMerge];

@Module({
  imports: [DocumentsModule, ExtractionModule, StorageModule, TagsModule, TasksModule, TrashModule, UploadsModule],
  providers: [...shared, PagesOfDocuments],
  exports: shared,
})
export class MergingModule {}

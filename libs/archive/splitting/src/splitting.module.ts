import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { TagsModule } from '#archive/tags';
import { TasksModule } from '#archive/tasks';
import { TrashModule } from '#archive/trash';
import { UploadsModule } from '#archive/uploads';
import { ExtractionModule } from '#capabilities/extraction';
import { StorageModule } from '#capabilities/storage';
import { DocumentSplits } from './document-splits.js';
import { RequestSplit } from './request-split.js';
import { SplitIntoDocuments } from './split-into-documents.js';
import { SplittingRepository } from './splitting.repository.js';

const shared = [DocumentSplits, RequestSplit, SplitIntoDocuments];

@Module({
  imports: [DocumentsModule, ExtractionModule, StorageModule, TagsModule, TasksModule, TrashModule, UploadsModule],
  providers: [...shared, SplittingRepository],
  exports: shared,
})
export class SplittingModule {}

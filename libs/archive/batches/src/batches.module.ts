import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DocumentsModule } from '#archive/documents';
import { TasksModule } from '#archive/tasks';
import { BatchChunks } from './batch-chunks.js';
import { BatchOperations } from './batch-operations.js';
import { BatchRepository } from './batch.repository.js';
import { Batches } from './batches.js';
import { ChangeDates } from './change-dates.js';
import { ChangeInbox } from './change-inbox.js';
import { ChangeSets } from './change-sets.js';
import { FillDocuments } from './fill-documents.js';
import { PreviewBatch } from './preview-batch.js';
import { RemoveChangeSets } from './remove-change-sets.js';
import { RunBatchInChunks } from './run-batch-in-chunks.js';
import { UndoBatch } from './undo-batch.js';

const services = [
  Batches,
  ChangeDates,
  ChangeInbox,
  ChangeSets,
  FillDocuments,
  PreviewBatch,
  RemoveChangeSets,
  RunBatchInChunks,
  UndoBatch,
];

@Module({
  imports: [DiscoveryModule, DocumentsModule, TasksModule],
  providers: [BatchChunks, BatchOperations, BatchRepository, ...services],
  exports: services,
})
export class BatchesModule {}

export { IsBatchOperation, type BatchOperation, type DocumentChange, type UndoneChanges } from './batch-operation.js';
export { BatchesModule } from './batches.module.js';
export { Batches, type BatchAnswer, type BatchRequest } from './batches.js';
export { RunBatch, type RunBatchData } from './batches.jobs.js';
export { ChangeDates } from './change-dates.js';
export { ChangeInbox } from './change-inbox.js';
export { ChangeSets } from './change-sets.js';
export {
  FillDocuments,
  FillsDocuments,
  FILL_CHUNK,
  FINDERS,
  type FillOperation,
  type Finder,
  type ProposedDocument,
  type ProposedValue,
} from './fill-documents.js';
export { PreviewBatch } from './preview-batch.js';
export { RemoveChangeSets } from './remove-change-sets.js';
export { RunBatchInChunks, type BatchResult } from './run-batch-in-chunks.js';
export { UndoBatch } from './undo-batch.js';

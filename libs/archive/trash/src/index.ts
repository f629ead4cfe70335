export { MoveDocuments } from './move-documents.js';
export { PurgeService, type PurgingRule } from './purge.service.js';
export { DocumentNotDeleted } from './trash.errors.js';
export { FinishEmptyingTrash } from './trash.jobs.js';
export { RestoreDocuments, TrashDocuments } from './trash-batches.js';
export { TrashService } from './trash.service.js';
export { TrashModule } from './trash.module.js';

export * from './documents.errors.js';
export * from './documents.events.js';
export { ProcessDocument, RecognizeDocument, type ProcessDocumentData } from './documents.jobs.js';
export { DocumentsModule } from './documents.module.js';
export { DocumentTexts, type DocumentToRead, type ReadingResult } from './document-texts.js';
export { DocumentSelection, inChunks, type DocumentFilter } from './document-selection.js';
export { DocumentRepository, searchDocument, type DocumentRow } from './document.repository.js';
export {
  DocumentsService,
  DocumentsService as ReadDocument,
  type DocumentFile,
  type ListedDocument,
} from './documents.service.js';
export { ReprocessDocument } from './reprocess-document.js';
export { TagDocument } from './tag-document.js';
export { TagDocuments, type TagChanges } from './tag-documents.js';
export { TrashedDocumentRepository, type MovedDocument, type PurgedDocument } from './trashed-document.repository.js';
export { UpdateDocument, type DocumentChanges } from './update-document.js';
export { UploadDocument, type ReceivedFile, type UploadDetails } from './upload-document.js';

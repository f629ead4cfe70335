export { AddDocument, type DocumentDetails } from './add-document.js';
export { AddDocumentsTogether } from './add-documents-together.js';
export { ResumableUploads, type Progress } from './resumable-uploads.js';
export type { ResumableUpload } from './resumable-upload.repository.js';
export * from './uploads.errors.js';
export { UploadsModule } from './uploads.module.js';

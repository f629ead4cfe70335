export { AddDocuments, type DocumentDetails } from './add-documents.js';
export { ResumableUploads, type Progress } from './resumable-uploads.js';
export type { ResumableUpload } from './resumable-upload.repository.js';
export * from './uploads.errors.js';
export { UploadsModule } from './uploads.module.js';

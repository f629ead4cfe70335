export { Uploads } from './uploads';
export { useUploadItems, useUploads } from './use-uploads';
export type { UploadItem, UploadState } from './upload-queue';

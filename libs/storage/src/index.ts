export { fileExtension, FileStore, STORAGE_DRIVER, type StoredUpload } from './file-store.js';
export { RemoveFiles } from './storage.jobs.js';
export { StorageModule } from './storage.module.js';
export { FileAlreadyStored, StorageFull, StoredFileMissing } from './storage.errors.js';

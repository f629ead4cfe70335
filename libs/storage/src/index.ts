export { fileExtension, FileStore, STORAGE_DRIVER } from './file-store.js';
export { StoredFile, type FileFacts } from './stored-file.js';
export { RemoveFiles } from './storage.jobs.js';
export { StorageModule } from './storage.module.js';
export { FileAlreadyStored, StorageFull, StoredFileMissing } from './storage.errors.js';

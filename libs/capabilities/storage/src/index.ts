export { fileExtension, FileStore } from './file-store.js';
export { StoredFile, type AnnouncedFile, type FileFacts } from './stored-file.js';
export { MoveFiles, type MoveReport } from './move-files.js';
export { RemoveCopy, RemoveFiles } from './storage.jobs.js';
export { StorageDrivers } from './storage-drivers.js';
export { StorageModule } from './storage.module.js';
export { MARKER_KEY, StorageMarkers } from './storage-markers.js';
export { StoredCopies } from './stored-copies.js';
export { FileAlreadyStored, StorageFull, StorageUnavailable, StoredFileMissing } from './storage.errors.js';

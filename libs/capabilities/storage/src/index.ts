export { fileExtension, FileStore } from './file-store.js';
export { FILES_OF_SNAPSHOT, placeRestoredFiles } from './files-in-backup.repository.js';
export { BACKUP_LEASE } from './held-removals.js';
export { judgeFreeSpace } from './free-space.check.js';
export { StoredFile, type AnnouncedFile, type FileFacts } from './stored-file.js';
export { FileHealth, type DamagedFile, type FilesCheck } from './file-health.js';
export type { FileProblem } from './damaged-file.schema.js';
export { MoveFiles, type MoveReport } from './move-files.js';
export { RemoveCopy, RemoveFiles } from './storage.jobs.js';
export { ScrubFiles } from './scrub-files.js';
export { StorageDrivers } from './storage-drivers.js';
export { StorageModule } from './storage.module.js';
export { MARKER_KEY, readMarker, StorageMarkers, writeMarker } from './storage-markers.js';
export type { KnownFile } from './stored-file.repository.js';
export { VerifyStorage, type StorageFinding, type VerifiedStorage } from './verify-storage.js';
export { StoredCopies } from './stored-copies.js';
export {
  FileAlreadyStored,
  StorageFull,
  StorageUnavailable,
  StoredFileDamaged,
  StoredFileMissing,
} from './storage.errors.js';

export { BackupFolder, faultOf, syncFolder, writeDurably } from './backup-folder.js';
export { createBackup, holdLease, refuseInside, type BackupServices, type Progress } from './create-backup.js';
export { inParallel } from './in-parallel.js';
export { BackupError, type WrittenFile } from './manifest.js';
export { pruneBackups } from './prune-backups.js';
export { restoreBackup } from './restore-backup.js';
export { verifyBackup } from './verify-backup.js';

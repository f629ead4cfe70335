export { BackupFolder } from './backup-folder.js';
export { createBackup, holdLease } from './create-backup.js';
export { BackupError } from './manifest.js';
export { pruneBackups } from './prune-backups.js';
export { restoreBackup } from './restore-backup.js';
export { verifyBackup } from './verify-backup.js';

import { BackupConfig } from '#config/backup';
import { defineFeature } from '#ground/features';
import { backupRuns } from './migrations/0079-backup-runs.js';

// What the installation provides: with the entry point of the room it would load all that backups use.
export { BackedUpArchive, type RestoreTarget } from './backed-up-archive.js';

export const backupFeature = defineFeature({
  name: 'backup',
  config: [BackupConfig],
  idPrefixes: { backupRun: 'bkr' },
  migrations: [backupRuns],
  module: async () => (await import('#operation/backup')).BackupModule,
  http: async () => (await import('./http/backup-http.module.js')).BackupHttpModule,
  worker: async () => (await import('./worker/backup-worker.module.js')).BackupWorkerModule,
});

import { BackupConfig } from '#config/backup';
import { defineFeature } from '#ground/features';
import { backupRuns } from './migrations/0079-backup-runs.js';

export const backupFeature = defineFeature({
  name: 'backup',
  config: [BackupConfig],
  idPrefixes: { backupRun: 'bkr' },
  migrations: [backupRuns],
  module: async () => (await import('#operation/backup')).BackupModule,
  http: async () => (await import('./http/backup-http.module.js')).BackupHttpModule,
  worker: async () => (await import('./worker/backup-worker.module.js')).BackupWorkerModule,
});

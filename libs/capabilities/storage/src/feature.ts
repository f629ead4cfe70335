import { defineFeature } from '#ground/features';
import { storageDrivers } from './migrations/0015-storage-drivers.js';
import { storageMarkers } from './migrations/0048-storage-markers.js';
import { damagedFiles } from './migrations/0050-damaged-files.js';

export const storageFeature = defineFeature({
  name: 'storage',
  migrations: [storageDrivers, storageMarkers, damagedFiles],
  module: async () => (await import('#capabilities/storage')).StorageModule,
  worker: async () => (await import('./worker/storage-worker.module.js')).StorageWorkerModule,
});

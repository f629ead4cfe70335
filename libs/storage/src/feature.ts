import { defineFeature } from '#libs/feature';
import { storageDrivers } from './migrations/0015-storage-drivers.js';

export const storageFeature = defineFeature({
  name: 'storage',
  migrations: [storageDrivers],
  module: async () => (await import('#libs/storage')).StorageModule,
  worker: async () => (await import('#worker/storage')).StorageWorkerModule,
});

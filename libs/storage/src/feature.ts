import { defineFeature } from '#libs/feature';

export const storageFeature = defineFeature({
  name: 'storage',
  module: async () => (await import('#libs/storage')).StorageModule,
  worker: async () => (await import('#worker/storage')).StorageWorkerModule,
});

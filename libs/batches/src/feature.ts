import { defineFeature } from '#libs/feature';
import { batches } from './migrations/0022-batches.js';

export const batchesFeature = defineFeature({
  name: 'batches',
  migrations: [batches],
  module: async () => (await import('#libs/batches')).BatchesModule,
  http: async () => (await import('#http/batches')).BatchesHttpModule,
  worker: async () => (await import('#worker/batches')).BatchesWorkerModule,
});

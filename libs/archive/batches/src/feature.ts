import { defineFeature } from '#ground/features';
import { batches } from './migrations/0022-batches.js';

export const batchesFeature = defineFeature({
  name: 'batches',
  migrations: [batches],
  module: async () => (await import('#archive/batches')).BatchesModule,
  http: async () => (await import('./http/batches-http.module.js')).BatchesHttpModule,
  worker: async () => (await import('./worker/batches-worker.module.js')).BatchesWorkerModule,
});

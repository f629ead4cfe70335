import { defineFeature } from '#ground/features';
import { batches } from './migrations/0022-batches.js';

export const batchesFeature = defineFeature({
  name: 'batches',
  migrations: [batches],
  module: async () => (await import('#archive/batches')).BatchesModule,
  http: async () => (await import('#archive/batches/http')).BatchesHttpModule,
  worker: async () => (await import('#archive/batches/worker')).BatchesWorkerModule,
});

import { defineFeature } from '#ground/features';
import { documentSplits } from './migrations/0073-document-splits.js';

export const splittingFeature = defineFeature({
  name: 'splitting',
  idPrefixes: { split: 'spl' },
  migrations: [documentSplits],
  module: async () => (await import('#archive/splitting')).SplittingModule,
  http: async () => (await import('./http/splitting-http.module.js')).SplittingHttpModule,
  worker: async () => (await import('./worker/splitting-worker.module.js')).SplittingWorkerModule,
});

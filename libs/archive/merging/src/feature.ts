import { defineFeature } from '#ground/features';

export const mergingFeature = defineFeature({
  name: 'merging',
  module: async () => (await import('#archive/merging')).MergingModule,
  http: async () => (await import('./http/merging-http.module.js')).MergingHttpModule,
  worker: async () => (await import('./worker/merging-worker.module.js')).MergingWorkerModule,
});

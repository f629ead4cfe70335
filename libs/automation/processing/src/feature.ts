import { defineFeature } from '#ground/features';

export const processingFeature = defineFeature({
  name: 'processing',
  worker: async () => (await import('./worker/processing-worker.module.js')).ProcessingWorkerModule,
});

import { defineFeature } from '#ground/features';

export const processingFeature = defineFeature({
  name: 'processing',
  worker: async () => (await import('#automation/processing/worker')).ProcessingWorkerModule,
});

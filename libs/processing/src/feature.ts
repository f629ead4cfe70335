import { defineFeature } from '#libs/feature';

export const processingFeature = defineFeature({
  name: 'processing',
  worker: async () => (await import('#worker/processing')).ProcessingWorkerModule,
});

import { RetentionConfig } from '#config/retention';
import { defineFeature } from '#ground/features';

export const trashFeature = defineFeature({
  name: 'trash',
  config: [RetentionConfig],
  module: async () => (await import('#archive/trash')).TrashModule,
  http: async () => (await import('./http/trash-http.module.js')).TrashHttpModule,
  worker: async () => (await import('./worker/trash-worker.module.js')).TrashWorkerModule,
});

import { RetentionConfig } from '#config/retention';
import { defineFeature } from '#ground/features';

export const trashFeature = defineFeature({
  name: 'trash',
  config: [RetentionConfig],
  module: async () => (await import('#archive/trash')).TrashModule,
  http: async () => (await import('#archive/trash/http')).TrashHttpModule,
  worker: async () => (await import('#archive/trash/worker')).TrashWorkerModule,
});

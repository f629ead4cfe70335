import { defineFeature } from '#ground/features';

export const trashFeature = defineFeature({
  name: 'trash',
  module: async () => (await import('#archive/trash')).TrashModule,
  http: async () => (await import('#archive/trash/http')).TrashHttpModule,
  worker: async () => (await import('#archive/trash/worker')).TrashWorkerModule,
});

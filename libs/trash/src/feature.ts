import { defineFeature } from '#libs/feature';

export const trashFeature = defineFeature({
  name: 'trash',
  module: async () => (await import('#libs/trash')).TrashModule,
  http: async () => (await import('#http/trash')).TrashHttpModule,
  worker: async () => (await import('#worker/trash')).TrashWorkerModule,
});

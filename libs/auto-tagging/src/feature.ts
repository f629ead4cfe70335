import { AutoTaggingConfig } from '#config/auto-tagging';
import { defineFeature } from '#libs/feature';

export const autoTaggingFeature = defineFeature({
  name: 'auto-tagging',
  config: [AutoTaggingConfig],
  module: async () => (await import('#libs/auto-tagging')).AutoTaggingModule,
  http: async () => (await import('#http/auto-tagging')).AutoTaggingHttpModule,
  worker: async () => (await import('#worker/auto-tagging')).AutoTaggingWorkerModule,
});

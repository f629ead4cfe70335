import { PreviewsConfig } from '#config/previews';
import { defineFeature } from '#libs/feature';
import { previews } from './migrations/0024-previews.js';

export const previewsFeature = defineFeature({
  name: 'previews',
  config: [PreviewsConfig],
  migrations: [previews],
  module: async () => (await import('#libs/previews')).PreviewsModule,
  http: async () => (await import('#http/previews')).PreviewsHttpModule,
  worker: async () => (await import('#worker/previews')).PreviewsWorkerModule,
});

import { PreviewsConfig } from '#config/previews';
import { defineFeature } from '#ground/features';
import { previews } from './migrations/0024-previews.js';

export const previewsFeature = defineFeature({
  name: 'previews',
  config: [PreviewsConfig],
  migrations: [previews],
  module: async () => (await import('#archive/previews')).PreviewsModule,
  http: async () => (await import('#archive/previews/http')).PreviewsHttpModule,
  worker: async () => (await import('#archive/previews/worker')).PreviewsWorkerModule,
});

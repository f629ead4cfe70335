import { defineFeature } from '#ground/features';

export const metadataFeature = defineFeature({
  name: 'metadata',
  module: async () => (await import('#archive/metadata')).MetadataModule,
  http: async () => (await import('./http/metadata-http.module.js')).MetadataHttpModule,
});

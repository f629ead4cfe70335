import { defineFeature } from '#libs/feature';

export const documentSearchFeature = defineFeature({
  name: 'document-search',
  module: async () => (await import('#libs/document-search')).DocumentSearchModule,
  http: async () => (await import('#http/document-search')).DocumentSearchHttpModule,
});

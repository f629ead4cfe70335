import { defineFeature } from '#ground/features';

export const documentSearchFeature = defineFeature({
  name: 'document-search',
  module: async () => (await import('#archive/document-search')).DocumentSearchModule,
  http: async () => (await import('#archive/document-search/http')).DocumentSearchHttpModule,
});

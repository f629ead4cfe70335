import { defineFeature } from '#ground/features';

export const documentPropertiesFeature = defineFeature({
  name: 'document-properties',
  module: async () => (await import('#archive/document-properties')).DocumentPropertiesModule,
  http: async () => (await import('#archive/document-properties/http')).DocumentPropertiesHttpModule,
});

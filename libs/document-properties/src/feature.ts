import { defineFeature } from '#libs/feature';

export const documentPropertiesFeature = defineFeature({
  name: 'document-properties',
  module: async () => (await import('#libs/document-properties')).DocumentPropertiesModule,
  http: async () => (await import('#http/document-properties')).DocumentPropertiesHttpModule,
});

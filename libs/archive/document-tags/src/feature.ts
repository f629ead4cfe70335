import { defineFeature } from '#ground/features';

export const documentTagsFeature = defineFeature({
  name: 'document-tags',
  module: async () => (await import('#archive/document-tags')).DocumentTagsModule,
  http: async () => (await import('#archive/document-tags/http')).DocumentTagsHttpModule,
});

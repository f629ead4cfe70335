import { defineFeature } from '#libs/feature';

export const documentTagsFeature = defineFeature({
  name: 'document-tags',
  module: async () => (await import('#libs/document-tags')).DocumentTagsModule,
  http: async () => (await import('#http/document-tags')).DocumentTagsHttpModule,
});

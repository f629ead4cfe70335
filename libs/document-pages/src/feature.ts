import { defineFeature } from '#libs/feature';
import { documentPages } from './migrations/0025-document-pages.js';

export const documentPagesFeature = defineFeature({
  name: 'document-pages',
  migrations: [documentPages],
  module: async () => (await import('#libs/document-pages')).DocumentPagesModule,
  http: async () => (await import('#http/document-pages')).DocumentPagesHttpModule,
});

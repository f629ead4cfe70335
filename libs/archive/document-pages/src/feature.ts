import { defineFeature } from '#ground/features';
import { documentPages } from './migrations/0025-document-pages.js';

export const documentPagesFeature = defineFeature({
  name: 'document-pages',
  migrations: [documentPages],
  module: async () => (await import('#archive/document-pages')).DocumentPagesModule,
  http: async () => (await import('#archive/document-pages/http')).DocumentPagesHttpModule,
});

import { DocumentViewsConfig } from '#config/document-views';
import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { documentViews } from './migrations/0023-document-views.js';

export const documentViewsFeature = defineFeature({
  name: 'document-views',
  config: [DocumentViewsConfig],
  idPrefixes: { documentView: 'dv' },
  permissions: definePermissions('document-views', ['create', 'read', 'update', 'delete']),
  migrations: [documentViews],
  module: async () => (await import('#archive/document-views')).DocumentViewsModule,
  http: async () => (await import('#archive/document-views/http')).DocumentViewsHttpModule,
});

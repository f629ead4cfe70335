import { DocumentViewsConfig } from '#config/document-views';
import { defineFeature } from '#libs/feature';
import { definePermissions } from '#libs/http-kit';
import { documentViews } from './migrations/0023-document-views.js';

export const documentViewsFeature = defineFeature({
  name: 'document-views',
  config: [DocumentViewsConfig],
  idPrefixes: { documentView: 'dv' },
  permissions: definePermissions('document-views', ['create', 'read', 'update', 'delete']),
  migrations: [documentViews],
  module: async () => (await import('#libs/document-views')).DocumentViewsModule,
  http: async () => (await import('#http/document-views')).DocumentViewsHttpModule,
});

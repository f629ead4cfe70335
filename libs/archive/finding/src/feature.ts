import { DocumentViewsConfig } from '#config/document-views';
import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { documentViews } from './migrations/0023-document-views.js';

export const findingFeature = defineFeature({
  name: 'finding',
  migrations: [documentViews],
  config: [DocumentViewsConfig],
  permissions: definePermissions('document-views', ['create', 'read', 'update', 'delete']),
  idPrefixes: { documentView: 'dv' },
  module: async () => (await import('#archive/finding')).FindingModule,
  http: async () => (await import('./http/finding-http.module.js')).FindingHttpModule,
});

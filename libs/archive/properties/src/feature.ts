import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { customProperties } from './migrations/0019-custom-properties.js';

export const propertiesFeature = defineFeature({
  name: 'properties',
  migrations: [customProperties],
  permissions: definePermissions('custom-properties', ['create', 'read', 'update', 'delete']),
  idPrefixes: { property: 'cpd', option: 'cpso' },
  module: async () => (await import('#archive/properties')).PropertiesModule,
  http: async () => (await import('./http/properties-http.module.js')).PropertiesHttpModule,
});

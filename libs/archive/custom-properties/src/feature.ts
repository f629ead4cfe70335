import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { customProperties } from './migrations/0019-custom-properties.js';

export const customPropertiesFeature = defineFeature({
  name: 'custom-properties',
  idPrefixes: { property: 'cpd', option: 'cpso' },
  permissions: definePermissions('custom-properties', ['create', 'read', 'update', 'delete']),
  migrations: [customProperties],
  module: async () => (await import('#archive/custom-properties')).CustomPropertiesModule,
  http: async () => (await import('#archive/custom-properties/http')).CustomPropertiesHttpModule,
});

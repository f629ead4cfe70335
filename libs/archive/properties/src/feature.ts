import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { customProperties } from './migrations/0019-custom-properties.js';
import { propertyRoles } from './migrations/0062-property-roles.js';

export const propertiesFeature = defineFeature({
  name: 'properties',
  migrations: [customProperties, propertyRoles],
  permissions: definePermissions('custom-properties', ['create', 'read', 'update', 'delete']),
  idPrefixes: { property: 'cpd', option: 'cpso' },
  module: async () => (await import('#archive/properties')).PropertiesModule,
  http: async () => (await import('./http/properties-http.module.js')).PropertiesHttpModule,
});

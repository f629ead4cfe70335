import { OrganizationsConfig } from '#config/organizations';
import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { viewers } from './migrations/0021-viewers.js';

export const organizationsFeature = defineFeature({
  name: 'organizations',
  config: [OrganizationsConfig],
  idPrefixes: { organization: 'org', member: 'org_mem' },
  permissions: definePermissions('organizations', ['create', 'read', 'update', 'delete']),
  migrations: [viewers],
  module: async () => (await import('#people/organizations')).OrganizationsModule,
  http: async () => (await import('#people/organizations/http')).OrganizationsHttpModule,
});

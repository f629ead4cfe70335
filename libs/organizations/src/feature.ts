import { OrganizationsConfig } from '#config/organizations';
import { defineFeature } from '#libs/feature';
import { definePermissions } from '#libs/http-kit';
import { viewers } from './migrations/0021-viewers.js';

export const organizationsFeature = defineFeature({
  name: 'organizations',
  config: [OrganizationsConfig],
  idPrefixes: { organization: 'org', member: 'org_mem' },
  permissions: definePermissions('organizations', ['create', 'read', 'update', 'delete']),
  migrations: [viewers],
  module: async () => (await import('#libs/organizations')).OrganizationsModule,
  http: async () => (await import('#http/organizations')).OrganizationsHttpModule,
});

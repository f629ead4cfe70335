import { OrganizationsConfig } from '#config/organizations';
import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { invitations } from './migrations/0021-invitations.js';
import { viewers } from './migrations/0021-viewers.js';
import { dateDetection } from './migrations/0059-date-detection.js';

export const organizationsFeature = defineFeature({
  name: 'organizations',
  migrations: [viewers, invitations, dateDetection],
  config: [OrganizationsConfig],
  permissions: definePermissions('organizations', ['create', 'read', 'update', 'delete']),
  idPrefixes: { organization: 'org', member: 'org_mem', invitation: 'org_inv', sentInvitation: 'org_inv_snt' },
  module: async () => (await import('#people/organizations')).OrganizationsModule,
  http: async () => (await import('./http/organizations-http.module.js')).OrganizationsHttpModule,
  worker: async () => (await import('./worker/organizations-worker.module.js')).OrganizationsWorkerModule,
});

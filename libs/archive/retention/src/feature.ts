import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { retentionRules } from './migrations/0078-retention-rules.js';

export const retentionFeature = defineFeature({
  name: 'retention',
  migrations: [retentionRules],
  permissions: definePermissions('retention-rules', ['create', 'read', 'update', 'delete']),
  idPrefixes: { retentionRule: 'rtr' },
  module: async () => (await import('#archive/retention')).RetentionModule,
  http: async () => (await import('./http/retention-http.module.js')).RetentionHttpModule,
  worker: async () => (await import('./worker/retention-worker.module.js')).RetentionWorkerModule,
});

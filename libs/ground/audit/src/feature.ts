import { AuditConfig } from '#config/audit';
import { defineFeature } from '#ground/features';
import { audit } from './migrations/0031-audit.js';

export const auditFeature = defineFeature({
  name: 'audit',
  config: [AuditConfig],
  idPrefixes: { auditEntry: 'aud' },
  migrations: [audit],
  http: async () => (await import('./http/audit-http.module.js')).AuditHttpModule,
  worker: async () => (await import('./worker/audit-worker.module.js')).AuditWorkerModule,
});

import { AuditConfig } from '#config/audit';
import { defineFeature } from '#ground/features';
import { audit } from './migrations/0031-audit.js';

export const auditFeature = defineFeature({
  name: 'audit',
  config: [AuditConfig],
  idPrefixes: { auditEntry: 'aud' },
  migrations: [audit],
  http: async () => (await import('#ground/audit/http')).AuditHttpModule,
  worker: async () => (await import('#ground/audit/worker')).AuditWorkerModule,
});

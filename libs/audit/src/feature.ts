import { AuditConfig } from '#config/audit';
import { defineFeature } from '#libs/feature';
import { audit } from './migrations/0031-audit.js';

export const auditFeature = defineFeature({
  name: 'audit',
  config: [AuditConfig],
  idPrefixes: { auditEntry: 'aud' },
  migrations: [audit],
  http: async () => (await import('#http/audit')).AuditHttpModule,
  worker: async () => (await import('#worker/audit')).AuditWorkerModule,
});

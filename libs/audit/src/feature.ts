import { defineFeature } from '#libs/feature';
import { audit } from './migrations/0031-audit.js';

export const auditFeature = defineFeature({
  name: 'audit',
  idPrefixes: { auditEntry: 'aud' },
  migrations: [audit],
});

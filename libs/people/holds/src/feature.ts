import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { legalHolds } from './migrations/0078-legal-holds.js';
import { retentionLocks } from './migrations/0078-retention-locks.js';

export const holdsFeature = defineFeature({
  name: 'holds',
  migrations: [legalHolds, retentionLocks],
  permissions: definePermissions('legal-holds', ['read', 'update']),
  idPrefixes: { legalHold: 'hld' },
  module: async () => (await import('#people/holds')).HoldsModule,
});

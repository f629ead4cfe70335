import { defineFeature } from '#libs/feature';
import { definePermissions } from '#libs/http-kit';

export const taggingRulesFeature = defineFeature({
  name: 'tagging-rules',
  idPrefixes: { taggingRule: 'tr', condition: 'trc', action: 'tra' },
  permissions: definePermissions('tagging-rules', ['create', 'read', 'update', 'delete']),
  module: async () => (await import('#libs/tagging-rules')).TaggingRulesModule,
  http: async () => (await import('#http/tagging-rules')).TaggingRulesHttpModule,
  worker: async () => (await import('#worker/tagging-rules')).TaggingRulesWorkerModule,
});

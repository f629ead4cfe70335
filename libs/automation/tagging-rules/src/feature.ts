import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { ruleConditionsAndChanges } from './migrations/0038-rule-conditions-and-changes.js';
import { ruleRuns } from './migrations/0039-rule-runs.js';

export const taggingRulesFeature = defineFeature({
  name: 'tagging-rules',
  idPrefixes: { taggingRule: 'tr', condition: 'trc', action: 'tra', taggingRuleRun: 'trn' },
  permissions: definePermissions('tagging-rules', ['create', 'read', 'update', 'delete']),
  migrations: [ruleConditionsAndChanges, ruleRuns],
  module: async () => (await import('#automation/tagging-rules')).TaggingRulesModule,
  http: async () => (await import('./http/tagging-rules-http.module.js')).TaggingRulesHttpModule,
  worker: async () => (await import('./worker/tagging-rules-worker.module.js')).TaggingRulesWorkerModule,
});

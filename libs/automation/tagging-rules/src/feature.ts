import { TaggingRulesConfig } from '#config/tagging-rules';
import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { ruleConditionsAndChanges } from './migrations/0038-rule-conditions-and-changes.js';
import { ruleRuns } from './migrations/0039-rule-runs.js';
import { ruleOperators } from './migrations/0067-rule-operators.js';
import { ruleFollowUps } from './migrations/0068-rule-follow-ups.js';
import { taggingRuleSets } from './migrations/0051-tagging-rule-sets.js';

export const taggingRulesFeature = defineFeature({
  name: 'tagging-rules',
  idPrefixes: { taggingRule: 'tr', condition: 'trc', action: 'tra', taggingRuleRun: 'trn' },
  permissions: definePermissions('tagging-rules', ['create', 'read', 'update', 'delete']),
  config: [TaggingRulesConfig],
  migrations: [ruleConditionsAndChanges, ruleRuns, taggingRuleSets, ruleOperators, ruleFollowUps],
  module: async () => (await import('#automation/tagging-rules')).TaggingRulesModule,
  http: async () => (await import('./http/tagging-rules-http.module.js')).TaggingRulesHttpModule,
  worker: async () => (await import('./worker/tagging-rules-worker.module.js')).TaggingRulesWorkerModule,
});

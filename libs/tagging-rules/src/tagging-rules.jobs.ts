import { defineJob } from '#libs/jobs';
import type { RunnableRule } from './tagging-rule.js';

export interface ApplyTaggingRuleData {
  organizationId: string;
  taggingRuleId: string;
  taskId: string;
  /** Only say what would change. */
  dryRun: boolean;
  /** The rule as it was when somebody asked: a change half-way would tag one half by one rule and one by another. */
  rule: RunnableRule;
}

/** Goes over all active documents of an organization. Starts where it was interrupted. */
export const ApplyTaggingRule = defineJob<ApplyTaggingRuleData>('tagging-rule.apply', {
  concurrency: 1,
  timeoutSeconds: 4 * 3600,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});

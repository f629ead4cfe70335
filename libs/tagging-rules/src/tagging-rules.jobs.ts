import { defineJob } from '#libs/jobs';
import type { RunnableRule } from './tagging-rule.js';

export interface ApplyTaggingRuleData {
  organizationId: string;
  taggingRuleId: string;
  taskId: string;
  /** Only reports what would change. */
  dryRun: boolean;
  /** The rule at the time of the request, so that a later change does not apply to half of the documents. */
  rule: RunnableRule;
}

/** Applies a rule to all active documents of an organization. Continues where it was interrupted. */
export const ApplyTaggingRule = defineJob<ApplyTaggingRuleData>('tagging-rule.apply', {
  concurrency: 1,
  timeoutSeconds: 4 * 3600,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});

import { defineJob } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import type { RunnableRule } from './tagging-rule.js';

export interface ApplyTaggingRuleData {
  organizationId: string;
  taggingRuleId: string;
  taskId: string;
  /** Only reports what would change. */
  dryRun: boolean;
  /** The rule at the time of the request, so that a later change does not apply to half of the documents. */
  rule: RunnableRule & { name?: string };
}

/** Applies a rule to all active documents of an organization. Continues where it was interrupted. */
export const ApplyTaggingRule = defineJob<ApplyTaggingRuleData>('tagging-rule.apply', {
  concurrency: 1,
  timeoutSeconds: 4 * 3600,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});

export interface MergeTagsData {
  organizationId: string;
  taskId: string;
  /** The tag that is replaced and deleted. */
  tagId: string;
  intoTagId: string;
  /** The changes are recorded as changes of this actor. */
  requestedBy: Omit<OrganizationContext, 'organizationId'>;
}

/** Replaces a tag by another one on all documents and in all rules of an organization. Continues where it was interrupted. */
export const MergeTagsJob = defineJob<MergeTagsData>('tag.merge', {
  concurrency: 1,
  timeoutSeconds: 4 * 3600,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});

export interface MergeOptionsData {
  organizationId: string;
  taskId: string;
  propertyId: string;
  /** The option that is replaced and deleted. */
  optionId: string;
  intoOptionId: string;
  /** The changes are recorded as changes of this actor. */
  requestedBy: Omit<OrganizationContext, 'organizationId'>;
}

/** Replaces an option of a property by another one in all documents and rules. Continues where it was interrupted. */
export const MergeOptionsJob = defineJob<MergeOptionsData>('property-option.merge', {
  concurrency: 1,
  timeoutSeconds: 4 * 3600,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});

export interface FollowUpRulesData {
  organizationId: string;
  taggingRuleId: string;
  /** When the rule matched, ISO 8601 in UTC. */
  since: string;
}

/** Creates share links and sends one mail for all documents that a rule has matched within a minute. */
export const FollowUpRules = defineJob<FollowUpRulesData>('tagging-rule.follow-up', {
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 10,
  groupOf: ({ organizationId }) => organizationId,
});

import './legal-holds.audit.js';

export { ApplyRetention, type AppliedRetention } from './apply-retention.js';
export { DueDocuments, type DuePreview } from './due-documents.js';
export type { DueDocument } from './due-document.repository.js';
export { LegalHolds } from './legal-holds.js';
export * from './retention.errors.js';
export * from './retention.events.js';
export { RetentionModule } from './retention.module.js';
export type { RetentionRule } from './retention-rule.repository.js';
export {
  KEEP_UNITS,
  RETENTION_ACTIONS,
  RETENTION_DATES,
  type KeepUnit,
  type RetentionAction,
  type RetentionDate,
} from './retention-rule.schema.js';
export { MOST_RULES, RetentionRules, type RetentionRuleFields } from './retention-rules.js';

import { foundationMigrations } from '#ground/database';
import { checkFeatures, defineFeature, type Feature } from '#ground/features';
import { adminFeature } from '#operation/admin/feature';
import { auditFeature } from '#ground/audit/feature';
import { authFeature } from '#people/auth/feature';
import { autoTaggingFeature } from '#automation/auto-tagging/feature';
import { batchesFeature } from '#archive/batches/feature';
import { customPropertiesFeature } from '#archive/custom-properties/feature';
import { documentArchivesFeature } from '#archive/document-archives/feature';
import { documentPagesFeature } from '#archive/document-pages/feature';
import { documentPropertiesFeature } from '#archive/document-properties/feature';
import { documentSearchFeature } from '#archive/document-search/feature';
import { documentTagsFeature } from '#archive/document-tags/feature';
import { documentViewsFeature } from '#archive/document-views/feature';
import { documentsFeature } from '#archive/documents/feature';
import { extractionFeature } from '#capabilities/extraction/feature';
import { fileRequestsFeature } from '#outside/file-requests/feature';
import { healthFeature } from '#ground/health/feature';
import { historyFeature } from '#ground/history/feature';
import { idempotencyFeature } from '#ground/idempotency/feature';
import { intakeFeature } from '#outside/intake/feature';
import { intakeEmailsFeature } from '#outside/intake-emails/feature';
import { invitationsFeature } from '#people/invitations/feature';
import { jobsFeature } from '#ground/jobs/feature';
import { liveFeedFeature } from '#outside/live-feed/feature';
import { mailFeature } from '#capabilities/mail/feature';
import { organizationsFeature } from '#people/organizations/feature';
import { pluginHostFeature } from '#ground/plugin-host/feature';
import { pluginIntakesFeature } from '#outside/plugin-intakes/feature';
import { pluginSubscribersFeature } from '#automation/plugin-subscribers/feature';
import { previewsFeature } from '#archive/previews/feature';
import { processingFeature } from '#automation/processing/feature';
import { publicLinksFeature } from '#outside/public-links/feature';
import { rateLimitsFeature } from '#ground/rate-limits/feature';
import { retentionFeature } from '#operation/retention/feature';
import { safeHttpFeature } from '#ground/safe-http/feature';
import { searchFeature } from '#capabilities/search/feature';
import { secondFactorFeature } from '#people/second-factor/feature';
import { serverInfoFeature } from '#ground/server-info/feature';
import { signInMailsFeature } from '#people/sign-in-mails/feature';
import { shareLinksFeature } from '#outside/share-links/feature';
import { signInProvidersFeature } from '#people/sign-in-providers/feature';
import { storageFeature } from '#capabilities/storage/feature';
import { taggingRulesFeature } from '#automation/tagging-rules/feature';
import { tagsFeature } from '#archive/tags/feature';
import { tasksFeature } from '#archive/tasks/feature';
import { trashFeature } from '#archive/trash/feature';
import { uploadsFeature } from '#archive/uploads/feature';
import { webhooksFeature } from '#outside/webhooks/feature';

/**
 * Every feature, from low to high: a feature uses those before it. Routes, background work, commands, migrations,
 * settings, permissions, id prefixes, reference pages and the import order of libraries follow from this list.
 */
export const FEATURES: readonly Feature[] = [
  defineFeature({ name: 'database', migrations: foundationMigrations }),
  jobsFeature,
  historyFeature,
  auditFeature,
  safeHttpFeature,
  pluginHostFeature,
  searchFeature,
  storageFeature,
  mailFeature,
  idempotencyFeature,
  rateLimitsFeature,
  extractionFeature,
  healthFeature,
  serverInfoFeature,
  authFeature,
  signInMailsFeature,
  secondFactorFeature,
  publicLinksFeature,
  organizationsFeature,
  invitationsFeature,
  signInProvidersFeature,
  tasksFeature,
  tagsFeature,
  customPropertiesFeature,
  documentsFeature,
  documentPagesFeature,
  previewsFeature,
  batchesFeature,
  documentTagsFeature,
  documentPropertiesFeature,
  uploadsFeature,
  trashFeature,
  documentSearchFeature,
  shareLinksFeature,
  fileRequestsFeature,
  documentArchivesFeature,
  documentViewsFeature,
  taggingRulesFeature,
  autoTaggingFeature,
  webhooksFeature,
  liveFeedFeature,
  processingFeature,
  pluginSubscribersFeature,
  intakeFeature,
  intakeEmailsFeature,
  pluginIntakesFeature,
  retentionFeature,
  adminFeature,
];

checkFeatures(FEATURES);

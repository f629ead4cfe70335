import { checkFeatures, type Feature } from '#libs/feature';
import { adminFeature } from '#feature/admin';
import { auditFeature } from '#feature/audit';
import { authFeature } from '#feature/auth';
import { autoTaggingFeature } from '#feature/auto-tagging';
import { batchesFeature } from '#feature/batches';
import { customPropertiesFeature } from '#feature/custom-properties';
import { documentArchivesFeature } from '#feature/document-archives';
import { documentPagesFeature } from '#feature/document-pages';
import { documentPropertiesFeature } from '#feature/document-properties';
import { documentSearchFeature } from '#feature/document-search';
import { documentTagsFeature } from '#feature/document-tags';
import { documentViewsFeature } from '#feature/document-views';
import { documentsFeature } from '#feature/documents';
import { databaseFeature } from '#feature/database';
import { extractionFeature } from '#feature/extraction';
import { fileRequestsFeature } from '#feature/file-requests';
import { healthFeature } from '#feature/health';
import { historyFeature } from '#feature/history';
import { idempotencyFeature } from '#feature/idempotency';
import { intakeFeature } from '#feature/intake';
import { intakeEmailsFeature } from '#feature/intake-emails';
import { invitationsFeature } from '#feature/invitations';
import { jobsFeature } from '#feature/jobs';
import { liveFeedFeature } from '#feature/live-feed';
import { mailFeature } from '#feature/mail';
import { organizationsFeature } from '#feature/organizations';
import { pluginHostFeature } from '#feature/plugin-host';
import { pluginIntakesFeature } from '#feature/plugin-intakes';
import { pluginSubscribersFeature } from '#feature/plugin-subscribers';
import { previewsFeature } from '#feature/previews';
import { processingFeature } from '#feature/processing';
import { publicLinksFeature } from '#feature/public-links';
import { rateLimitsFeature } from '#feature/rate-limits';
import { retentionFeature } from '#feature/retention';
import { safeHttpFeature } from '#feature/safe-http';
import { searchFeature } from '#feature/search';
import { secondFactorFeature } from '#feature/second-factor';
import { serverInfoFeature } from '#feature/server-info';
import { signInMailsFeature } from '#feature/sign-in-mails';
import { shareLinksFeature } from '#feature/share-links';
import { signInProvidersFeature } from '#feature/sign-in-providers';
import { storageFeature } from '#feature/storage';
import { taggingRulesFeature } from '#feature/tagging-rules';
import { tagsFeature } from '#feature/tags';
import { tasksFeature } from '#feature/tasks';
import { trashFeature } from '#feature/trash';
import { uploadsFeature } from '#feature/uploads';
import { webhooksFeature } from '#feature/webhooks';

/**
 * Every feature, from low to high: a feature uses those before it. Routes, background work, commands, migrations,
 * settings, permissions, id prefixes, reference pages and the import order of libraries follow from this list.
 */
export const FEATURES: readonly Feature[] = [
  databaseFeature,
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

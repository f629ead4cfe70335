import { databaseMigrations } from '#ground/database';
import { checkFeatures, defineFeature, type Feature } from '#ground/features';
import { batchesFeature } from '#archive/batches/feature';
import { documentArchivesFeature } from '#archive/document-archives/feature';
import { documentsFeature } from '#archive/documents/feature';
import { findingFeature } from '#archive/finding/feature';
import { mergingFeature } from '#archive/merging/feature';
import { metadataFeature } from '#archive/metadata/feature';
import { propertiesFeature } from '#archive/properties/feature';
import { retentionFeature } from '#archive/retention/feature';
import { splittingFeature } from '#archive/splitting/feature';
import { tagsFeature } from '#archive/tags/feature';
import { tasksFeature } from '#archive/tasks/feature';
import { trashFeature } from '#archive/trash/feature';
import { uploadsFeature } from '#archive/uploads/feature';
import { autoTaggingFeature } from '#automation/auto-tagging/feature';
import { dateDetectionFeature } from '#automation/date-detection/feature';
import { invoiceDetailsFeature } from '#automation/invoice-details/feature';
import { documentCodesFeature } from '#automation/document-codes/feature';
import { learnedFilingFeature } from '#automation/learned-filing/feature';
import { pluginSubscribersFeature } from '#automation/plugin-subscribers/feature';
import { processingFeature } from '#automation/processing/feature';
import { taggingRulesFeature } from '#automation/tagging-rules/feature';
import { extractionFeature } from '#capabilities/extraction/feature';
import { mailFeature } from '#capabilities/mail/feature';
import { searchFeature } from '#capabilities/search/feature';
import { storageFeature } from '#capabilities/storage/feature';
import { auditFeature } from '#ground/audit/feature';
import { historyFeature } from '#ground/history/feature';
import { jobsFeature } from '#ground/jobs/feature';
import { pluginHostFeature } from '#ground/plugin-host/feature';
import { requestsFeature } from '#ground/requests/feature';
import { safeHttpFeature } from '#ground/safe-http/feature';
import { serverInfoFeature } from '#ground/server-info/feature';
import { adminFeature } from '#operation/admin/feature';
import { importsFeature } from '#operation/imports/feature';
import { backupFeature } from '#operation/backup/feature';
import { agendaFeature } from '#outside/agenda/feature';
import { intakeFeature } from '#outside/intake/feature';
import { linksFeature } from '#outside/links/feature';
import { liveFeedFeature } from '#outside/live-feed/feature';
import { webhooksFeature } from '#outside/webhooks/feature';
import { authFeature } from '#people/auth/feature';
import { holdsFeature } from '#people/holds/feature';
import { organizationsFeature } from '#people/organizations/feature';
import { signInProvidersFeature } from '#people/sign-in-providers/feature';

/**
 * Every feature, in the order of libs/README.md: a feature uses those before it. Routes, background work, commands, migrations,
 * settings, permissions, id prefixes and reference pages follow from this list.
 */
export const FEATURES: readonly Feature[] = [
  defineFeature({ name: 'database', migrations: databaseMigrations }),
  jobsFeature,
  historyFeature,
  auditFeature,
  safeHttpFeature,
  pluginHostFeature,
  requestsFeature,
  serverInfoFeature,
  searchFeature,
  storageFeature,
  mailFeature,
  extractionFeature,
  authFeature,
  holdsFeature,
  organizationsFeature,
  signInProvidersFeature,
  tasksFeature,
  tagsFeature,
  propertiesFeature,
  documentsFeature,
  batchesFeature,
  metadataFeature,
  uploadsFeature,
  trashFeature,
  retentionFeature,
  splittingFeature,
  mergingFeature,
  findingFeature,
  documentArchivesFeature,
  agendaFeature,
  linksFeature,
  webhooksFeature,
  liveFeedFeature,
  intakeFeature,
  taggingRulesFeature,
  dateDetectionFeature,
  invoiceDetailsFeature,
  documentCodesFeature,
  learnedFilingFeature,
  autoTaggingFeature,
  processingFeature,
  pluginSubscribersFeature,
  adminFeature,
  importsFeature,
  backupFeature,
];

checkFeatures(FEATURES);

import { foundationMigrations } from '#ground/database';
import { checkFeatures, defineFeature, type Feature } from '#ground/features';
import { adminFeature } from '#operation/admin/feature';
import { auditFeature } from '#ground/audit/feature';
import { autoTaggingFeature } from '#automation/auto-tagging/feature';
import { batchesFeature } from '#archive/batches/feature';
import { documentArchivesFeature } from '#archive/document-archives/feature';
import { metadataFeature } from '#archive/metadata/feature';
import { extractionFeature } from '#capabilities/extraction/feature';
import { historyFeature } from '#ground/history/feature';
import { jobsFeature } from '#ground/jobs/feature';
import { liveFeedFeature } from '#outside/live-feed/feature';
import { mailFeature } from '#capabilities/mail/feature';
import { pluginHostFeature } from '#ground/plugin-host/feature';
import { pluginSubscribersFeature } from '#automation/plugin-subscribers/feature';
import { processingFeature } from '#automation/processing/feature';
import { safeHttpFeature } from '#ground/safe-http/feature';
import { signInProvidersFeature } from '#people/sign-in-providers/feature';
import { storageFeature } from '#capabilities/storage/feature';
import { taggingRulesFeature } from '#automation/tagging-rules/feature';
import { tagsFeature } from '#archive/tags/feature';
import { tasksFeature } from '#archive/tasks/feature';
import { uploadsFeature } from '#archive/uploads/feature';
import { webhooksFeature } from '#outside/webhooks/feature';
import { findingFeature } from '#archive/finding/feature';
import { linksFeature } from '#outside/links/feature';
import { intakeFeature } from '#outside/intake/feature';
import { requestsFeature } from '#ground/requests/feature';
import { serverInfoFeature } from '#ground/server-info/feature';
import { searchFeature } from '#capabilities/search/feature';
import { trashFeature } from '#archive/trash/feature';
import { organizationsFeature } from '#people/organizations/feature';
import { authFeature } from '#people/auth/feature';
import { documentsFeature } from '#archive/documents/feature';
import { propertiesFeature } from '#archive/properties/feature';

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
  requestsFeature,
  extractionFeature,
  serverInfoFeature,
  authFeature,
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
  linksFeature,
  documentArchivesFeature,
  findingFeature,
  taggingRulesFeature,
  autoTaggingFeature,
  webhooksFeature,
  liveFeedFeature,
  processingFeature,
  pluginSubscribersFeature,
  intakeFeature,
  adminFeature,
];

checkFeatures(FEATURES);

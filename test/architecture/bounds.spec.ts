import { describe, expect, it } from '@jest/globals';
import { ApiDescription } from '../support/api-description.js';
import { listsWithoutPage, problemsOfBounds, type Bound } from './bounds.js';
import { tableOwners } from './table-accesses.js';

const IN_ORGANIZATION = '/api/organizations/{organizationId}';

/** Lists without a page: what bounds each of them. Every other list route has `pageSize`, `limit` or `days`. */
const SHORT_LISTS: Record<string, string> = {
  'GET /api/admin/backups': 'RUNS_SHOWN in backups.controller.ts',
  'GET /api/admin/configuration': 'the settings',
  'GET /api/admin/health': 'the checks that the code defines',
  'GET /api/admin/plugins': 'the installed plugins',
  'GET /api/admin/queues': 'the queues that the code defines',
  'GET /api/admin/scheduled-tasks': 'the scheduled tasks that the code defines',
  'GET /api/admin/users/{userId}': 'at most a page of organizations',
  [`GET ${IN_ORGANIZATION}/auto-tagging/usage`]: 'the months for which usage is kept, for each provider',
  [`GET ${IN_ORGANIZATION}/document-codes/settings`]: 'at most 10 separators',
  [`GET ${IN_ORGANIZATION}/documents/facets`]: 'the most frequent values of at most 20 properties',
  [`GET ${IN_ORGANIZATION}/documents/{documentId}/attachments`]: 'the attachments that were read of one mail',
  [`GET ${IN_ORGANIZATION}/documents/{documentId}/codes`]: 'MOST_CODES in code-list.ts',
  [`GET ${IN_ORGANIZATION}/documents/{documentId}/custom-properties`]: 'the properties of the organization',
  [`GET ${IN_ORGANIZATION}/documents/{documentId}/learned-labels`]:
    'the labels that were set: at most `MOST_LABELS` in collect-examples.ts',
  [`GET ${IN_ORGANIZATION}/documents/{documentId}/hits`]: 'MOST_HITS in document-hits.ts',
  [`GET ${IN_ORGANIZATION}/documents/{documentId}/invoice-details`]: 'one for each of DETAIL_NAMES',
  [`GET ${IN_ORGANIZATION}/documents/{documentId}/pages`]:
    'the pages of one file; MOST_BYTES in document-page.repository.ts',
  [`GET ${IN_ORGANIZATION}/documents/{documentId}/pages/{page}/words`]: 'MOST_BYTES in stored-words.ts',
  [`GET ${IN_ORGANIZATION}/documents/{documentId}/processing`]: 'one step for each plugin that was asked',
  [`GET ${IN_ORGANIZATION}/documents/{documentId}/split`]: 'MOST_PARTS in request-split.ts',
  [`GET ${IN_ORGANIZATION}/documents/{documentId}/versions`]: 'MOST_VERSIONS in add-version.ts',
  [`GET ${IN_ORGANIZATION}/documents/{documentId}/suggestions`]:
    'one for each kind of suggestion, `MOST_PROPERTIES` in property-suggestion.repository.ts, and the labels of `MOST_UNSURE` in propose-labels.ts',
  [`GET ${IN_ORGANIZATION}/learned-filing`]: '`MOST_LABELS` in collect-examples.ts',
  [`GET ${IN_ORGANIZATION}/intake/sources`]: 'the sources that are set up on the server',
  [`GET ${IN_ORGANIZATION}/reminders`]: 'MOST_REMINDERS in reminders.ts',
  [`GET ${IN_ORGANIZATION}/retention-rules/{retentionRuleId}/preview`]: 'SHOWN in due-documents.ts',
  [`GET ${IN_ORGANIZATION}/retention-rules`]: 'MOST_RULES in retention-rules.ts',
  [`GET ${IN_ORGANIZATION}/search/suggestions`]: 'MOST in complete-names.ts',
  [`GET ${IN_ORGANIZATION}/share-links/{shareLinkId}/accesses`]: 'the latest 100, which are all that is kept',
  'GET /api/health/ready': 'the checks that the code defines',
  'GET /api/plan-entitlements': 'there are none on this server',
};

const A_DOCUMENT = 'what the archive knows about one document';

/** Why no table is filled without end. */
const BOUNDS: Record<string, Bound> = {
  // people
  user: { pages: 'GET /api/admin/users', why: 'sign-ups are slowed by AUTH_ATTEMPTS_PER_ADDRESS' },
  user_preferences: { partOf: 'user', why: 'one of at most 16 KB' },
  auth_session: { setting: 'AUTH_MAX_SESSIONS_PER_USER' },
  auth_account: { partOf: 'user', why: 'one for the password, and one for each provider' },
  auth_two_factor: { partOf: 'user', why: 'one' },
  auth_passkey: { constant: 'libs/people/auth/src/http/passkey-rules.ts#MAX_PASSKEYS' },
  auth_verification: { ends: 'minutes or hours later; the sign-in library removes what has ended when it reads one' },
  api_key: { setting: 'AUTH_MAX_API_KEYS_PER_USER' },
  api_key_organization: { partOf: 'api_key', why: 'at most 100 in a request' },
  organization: { setting: 'MAX_ORGANIZATION_COUNT_PER_USER' },
  organization_settings: { partOf: 'organization', why: 'one' },
  organization_member: { setting: 'MAX_MEMBERS_PER_ORGANIZATION' },
  organization_invitation: { setting: 'MAX_PENDING_INVITATIONS_PER_ORGANIZATION' },
  sent_invitation: { setting: 'MAX_USER_ORGANIZATIONS_INVITATIONS_PER_DAY' },

  // the archive
  document: { pages: `GET ${IN_ORGANIZATION}/documents`, why: 'what the archive is for' },
  stored_file: { partOf: 'document', why: 'one, and those of parts of uploads and of archives' },
  damaged_file: { partOf: 'stored_file', why: 'one' },
  stored_copy: { partOf: 'stored_file', why: 'one for each storage' },
  document_tag: { partOf: 'document', why: 'as many as there are tags' },
  document_custom_property: { partOf: 'document', why: 'MOST_IDS in stored-value.ts for each property' },
  document_activity: {
    pages: `GET ${IN_ORGANIZATION}/documents/{documentId}/activity`,
    why: 'the history of a document',
  },
  document_page: { partOf: 'document', why: A_DOCUMENT },
  document_version: { constant: 'libs/archive/documents/src/versions/add-version.ts#MOST_VERSIONS' },
  document_split: { partOf: 'document', why: 'one of at most MOST_PAGES in request-split.ts' },
  document_preview: { partOf: 'document', why: A_DOCUMENT },
  document_suggestion: { partOf: 'document', why: 'one for each kind' },
  property_suggestion: { partOf: 'document', why: 'one for each property of the organization' },
  invoice_detail_finding: { partOf: 'document', why: 'one for each of DETAIL_NAMES' },
  invoice_details_setting: { partOf: 'organization', why: 'one' },
  learned_label: { partOf: 'document', why: 'one for each label that was learned' },
  extraction_progress: { partOf: 'document', why: 'one while the document is read' },
  partial_reading: { partOf: 'document', why: A_DOCUMENT },
  document_password: { partOf: 'document', why: 'one' },
  archive_number: { partOf: 'document', why: 'one' },
  document_codes: { partOf: 'document', why: 'one' },
  code_settings: { partOf: 'organization', why: 'one' },
  organization_password: { constant: 'libs/ground/plugin-kit/src/extraction/locked-file.ts#MOST_PASSWORDS' },
  tag: { setting: 'MAX_TAGS_PER_ORGANIZATION' },
  tag_count: { partOf: 'tag', why: 'one' },
  tag_count_difference: { ends: 'added up and removed in the background' },
  custom_property: { setting: 'MAX_CUSTOM_PROPERTIES_PER_ORGANIZATION' },
  custom_property_option: { constant: 'libs/archive/properties/src/custom-property.schema.ts#MOST_OPTIONS' },
  document_view: { setting: 'DOCUMENT_VIEWS_MAX_PER_ORGANIZATION' },
  reminder: { constant: 'libs/outside/agenda/src/reminders.ts#MOST_REMINDERS' },
  agenda_mark: { partOf: 'document', why: 'one for each reminder and date that the document has had' },
  agenda_run: { partOf: 'organization', why: 'one' },
  retention_rule: { constant: 'libs/archive/retention/src/retention-rules.ts#MOST_RULES' },
  retention_review: { partOf: 'document', why: 'one for each retention rule' },
  retention_run: { partOf: 'organization', why: 'one' },
  retention_lock: { partOf: 'document', why: 'one' },
  legal_hold: { partOf: 'document', why: 'one, and one for the organization' },
  agenda_feed: { partOf: 'organization_member', why: 'one' },
  task: { setting: 'TASKS_MAX_UNFINISHED_PER_ORGANIZATION' },
  batch: { partOf: 'task', why: 'one' },
  batch_document: { partOf: 'batch', why: 'the documents that it changes' },
  batch_change: { partOf: 'batch', why: 'the documents that it has changed' },
  document_archive: { ends: 'after DOCUMENT_ARCHIVES_LIFETIME_HOURS' },
  document_archive_part: {
    partOf: 'document_archive',
    why: 'at most DOCUMENT_ARCHIVES_MAX_DOCUMENTS, removed with it',
  },
  resumable_upload: { setting: 'DOCUMENT_UPLOADS_MAX_UNFINISHED' },
  resumable_upload_part: { setting: 'DOCUMENT_UPLOADS_MAX_PARTS' },

  // rules
  tagging_rule: { setting: 'TAGGING_RULES_MAX_PER_ORGANIZATION' },
  tagging_rule_condition: { partOf: 'tagging_rule', why: 'at most 10' },
  tagging_rule_action: {
    constant: 'libs/automation/tagging-rules/src/tagging-rules.service.ts#TAGS_PER_RULE_ON_AVERAGE',
  },
  tagging_rule_set: { partOf: 'organization', why: 'one' },
  tagging_rule_run: { pages: `GET ${IN_ORGANIZATION}/tagging-rules/runs`, why: 'kept for 30 days' },
  tagging_rule_follow_up: { partOf: 'document', why: 'one for each rule that matched it and kind of follow-up' },
  organization_model: { partOf: 'organization', why: 'one of at most 500 labels' },
  auto_tagging_usage: { partOf: 'organization', why: 'one for each month and provider' },

  // outside
  share_link: { setting: 'DOCUMENT_SHARE_LINKS_MAX_LINKS_PER_DOCUMENT' },
  share_link_access: { partOf: 'share_link', why: 'the latest 100' },
  file_request: { setting: 'FILE_REQUESTS_MAX_PER_ORGANIZATION' },
  file_request_file: {
    pages: `GET ${IN_ORGANIZATION}/file-requests/{fileRequestId}/files`,
    why: 'documents that came in',
  },
  intake_email: { setting: 'INTAKE_EMAILS_MAX_PER_ORGANIZATION' },
  import_item: { partOf: 'document', why: 'one for each thing that an import brought, so that it brings none twice' },
  intake_file: { partOf: 'document', why: 'one for each file that an intake brought, so that it brings none twice' },
  intake_failure: { constant: 'libs/outside/intake/src/intake-failure.repository.ts#MOST_FAILURES' },
  webhook: { setting: 'WEBHOOK_MAX_PER_ORGANIZATION' },
  webhook_state: { partOf: 'webhook', why: 'one' },
  webhook_delivery: {
    pages: `GET ${IN_ORGANIZATION}/webhooks/{webhookId}/deliveries`,
    why: 'kept for WEBHOOK_DELIVERIES_RETENTION_DAYS',
  },
  webhook_attempt: { partOf: 'webhook_delivery', why: 'as many as the schedule of retries has' },

  // logs
  event: { pages: `GET ${IN_ORGANIZATION}/events`, why: 'kept for EVENTS_RETENTION_DAYS' },
  organization_log: { partOf: 'organization', why: 'one' },
  usage_day: { partOf: 'organization', why: 'one a day' },
  audit_pending: { ends: 'within seconds, in the chains' },
  audit_chain: { partOf: 'organization', why: 'one' },
  audit_check: { partOf: 'audit_chain', why: 'one' },
  audit_entry: { pages: `GET ${IN_ORGANIZATION}/audit`, why: 'kept for AUDIT_RETENTION_DAYS' },
  idempotency_key: { ends: 'after 24 hours' },
  rate_limit: { ends: 'with the time that it counts' },

  // search
  search_change: { ends: 'when the index has it' },
  search_index: { internal: 'one for each search plugin' },
  search_rebuild_part: { internal: 'parts of an index that is being built' },
  search_postgres_organization: { partOf: 'organization', why: 'one' },
  search_postgres_document: { partOf: 'document', why: 'one' },
  search_postgres_text: { partOf: 'document', why: 'its text' },
  search_segments_text: { partOf: 'document', why: 'its text' },
  search_segments_tail: { partOf: 'document', why: 'one until it is moved' },
  search_segments_segment: { partOf: 'document', why: 'one for many' },
  search_segments_block: { partOf: 'search_segments_segment', why: 'its blocks' },
  search_segments_build: { partOf: 'organization', why: 'one' },

  // the installation
  file_scrub: { internal: 'one' },
  lease: { internal: 'one for each kind of work that one process does at a time' },
  remote_outage: { internal: 'one for each extraction service' },
  plugin_state: { internal: 'what plugins keep' },
  backup_run: { constant: 'libs/operation/backup/src/backup-run.repository.ts#KEPT' },
  scheduled_task: { internal: 'one for each scheduled task' },
  server_process: { internal: 'one for each process that runs, and those that ended lately' },
  schema_migration: { internal: 'one for each migration' },
  storage_marker: { internal: 'one for each storage' },
};

const description = new ApiDescription();
const tables = [...tableOwners().keys()].filter((table) => !/^search_(?:organization|document|text)$/.test(table));

describe('nothing grows without end', () => {
  it('every route that lists has a page, or says why it is short', () => {
    const unpaged = listsWithoutPage(description).map(({ name }) => name);
    expect(unpaged.filter((name) => SHORT_LISTS[name] === undefined)).toEqual([]);
  });

  it('every list that is said to be short is one that has no page', () => {
    const unpaged = new Set(listsWithoutPage(description).map(({ name }) => name));
    expect(Object.keys(SHORT_LISTS).filter((name) => !unpaged.has(name))).toEqual([]);
  });

  it('every table has a limit or a page, or says why it needs none', () => {
    expect(problemsOfBounds(tables, BOUNDS, description)).toEqual([]);
  });
});

describe('the check of lists and tables', () => {
  const planted = (parameters: object[], schema: object): string[] => {
    const { openapi, components } = description.document;
    const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } };
    const paths = { '/api/planted': { get: { operationId: 'planted', parameters, responses } } };
    const text = JSON.stringify({ openapi, info: { title: 'planted', version: '1' }, components, paths });
    return listsWithoutPage(new ApiDescription(text)).flatMap(({ lists }) => lists);
  };
  const list = { type: 'object', properties: { things: { type: 'array', items: { type: 'string' } } } };
  const page = (schema: object) => [{ name: 'pageSize', in: 'query', schema }];

  it('finds a planted route that lists without a page', () => {
    expect(planted([], list)).toEqual(['things']);
    expect(planted([], { type: 'array', items: { type: 'string' } })).toEqual(['(the response)']);
    expect(planted([], { $ref: '#/components/schemas/ApiKeysResponse' })).toEqual(['apiKeys']);
  });

  it('finds a planted page that has no largest size, or no default', () => {
    expect(planted(page({ type: 'integer', default: 10 }), list)).toEqual(['things']);
    expect(planted(page({ type: 'integer', maximum: 100 }), list)).toEqual(['things']);
    expect(planted(page({ type: 'integer', maximum: 100, default: 10 }), list)).toEqual([]);
  });

  it('a list inside an object of the response is no list route', () => {
    expect(planted([], { type: 'object', properties: { thing: list } })).toEqual([]);
  });

  it('finds a planted table without a bound', () => {
    expect(problemsOfBounds([...tables, 'planted'], BOUNDS, description)).toEqual(['planted: no bound']);
  });

  it.each<[string, Bound, string]>([
    ['a setting that does not exist', { setting: 'NO_SUCH_LIMIT' }, 'tag: no setting NO_SUCH_LIMIT'],
    [
      'a setting that the room does not read',
      { setting: 'WEBHOOK_MAX_PER_ORGANIZATION' },
      'tag: libs/archive/tags does not read WEBHOOK_MAX_PER_ORGANIZATION',
    ],
    ['a constant that does not exist', { constant: 'package.json#NONE' }, 'tag: no constant package.json#NONE'],
    ['a route without pages', { pages: 'GET /api/health', why: '' }, 'tag: GET /api/health has no pages'],
    ['a table without a bound', { partOf: 'planted', why: '' }, 'tag: planted has no bound'],
  ])('finds a bound that names %s', (_, bound, problem) => {
    expect(problemsOfBounds(tables, { ...BOUNDS, tag: bound }, description)).toEqual([problem]);
  });
});

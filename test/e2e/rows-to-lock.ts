import { createHash } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { createId, systemContext } from '#ground/kernel';
import { type TestApp } from '../support/app.js';
import { indexDocumentRows, poolOf } from '../support/rows.js';

export interface RowsToLock {
  organizationId: string;
  /** Active documents; the first one has both tags, the second one has the second tag. */
  active: [string, string];
  /** In the trash, with the first tag. */
  trashed: string;
  tags: [string, string];
  /**
   * Custom properties that offer options, and that refer to documents. Each document has the first option of the first;
   * the first and the trashed document refer to each other.
   */
  properties: { choice: string; options: [string, string]; relation: string };
  ruleId: string;
  ruleTask: string;
  mergeTask: string;
  optionMergeTask: string;
  reprocessTask: string;
  /** A batch that exchanges the tags of the active documents. */
  batchTask: string;
  /** Takes back a batch that moved the third document to the trash. */
  undoTask: string;
  /** It has failed for so long that the next failure disables it. */
  webhookId: string;
  /** Deliveries of the webhook to one document: the first has ended, the others are pending. */
  deliveries: [string, string, string];
  replayTask: string;
  /** Saved views: the second is below the first. */
  views: [string, string];
  /** A share link of the first document. */
  shareLinkId: string;
  intakeEmailId: string;
  /** A run of rules over the first document. */
  runId: string;
}

export type LockingWork = (app: INestApplicationContext, rows: RowsToLock) => Promise<unknown>;

export const contextOf = (organizationId: string) => systemContext(organizationId, 'command');

/**
 * Creates a separate organization, so that rows of earlier rounds cannot interfere. Thousands of rounds need one: a function
 * in the database writes its rows in one statement.
 */
export async function addRowsToLock(app: TestApp, userId: string): Promise<RowsToLock> {
  // The first one has the largest id: work that locks it before another one does not keep the order.
  const documents = [createId('doc'), createId('doc'), createId('doc')].sort().reverse() as [string, string, string];
  const rows: RowsToLock = {
    organizationId: createId('org'),
    active: [documents[0], documents[1]],
    trashed: documents[2],
    tags: [createId('tag'), createId('tag')],
    properties: {
      choice: createId('cpd'),
      options: [createId('cpso'), createId('cpso')],
      relation: createId('cpd'),
    },
    ruleId: createId('tr'),
    ruleTask: createId('task'),
    mergeTask: createId('task'),
    optionMergeTask: createId('task'),
    reprocessTask: createId('task'),
    batchTask: createId('task'),
    undoTask: createId('task'),
    webhookId: createId('wbh'),
    deliveries: [createId('wbh_dlv'), createId('wbh_dlv'), createId('wbh_dlv')],
    replayTask: createId('task'),
    views: [createId('dv'), createId('dv')],
    shareLinkId: createId('dsl'),
    intakeEmailId: createId('ie'),
    runId: createId('trn'),
  };
  const { organizationId: _, ...requestedBy } = contextOf(rows.organizationId);
  const given = {
    ...rows,
    userId,
    documents: documents.map((id) => ({ id, hash: createHash('sha256').update(id).digest('hex') })),
    memberId: createId('org_mem'),
    eventId: createId('evt'),
    trashTask: createId('task'),
    requestedBy,
  };
  await poolOf(app).query('select add_rows_to_lock($1)', [given]);
  await indexDocumentRows(app, rows.organizationId);
  return rows;
}

/** Must be called before {@link addRowsToLock}. */
export async function prepareRowsToLock(app: TestApp): Promise<void> {
  await poolOf(app).query(ADD_ROWS_TO_LOCK);
}

/**
 * Removes all that {@link addRowsToLock} and the operations have written. In tables that grow and are not analyzed meanwhile,
 * statements would read more and more rows.
 */
export async function removeRowsToLock(app: TestApp): Promise<void> {
  await poolOf(app).query(
    `truncate organization, stored_file, search_change, search_segments_text, search_segments_tail, job.job_common cascade`,
  );
}

/** Its only argument is what {@link addRowsToLock} gives it. */
const ADD_ROWS_TO_LOCK = `
create function add_rows_to_lock(given jsonb) returns void language plpgsql as $$
#variable_conflict use_column
declare
  the_organization text := given->>'organizationId';
  the_user text := given->>'userId';
  one text := given->'active'->>0;
  two text := given->'active'->>1;
  three text := given->>'trashed';
  the_tags text[] := array(select jsonb_array_elements_text(given->'tags'));
  the_rule text := given->>'ruleId';
  choice text := given->'properties'->>'choice';
  the_options text[] := array(select jsonb_array_elements_text(given->'properties'->'options'));
  relation text := given->'properties'->>'relation';
  the_webhook text := given->>'webhookId';
begin
  insert into organization (id, created_at, updated_at, name) values (the_organization, now(), now(), 'locks');
  insert into organization_log (organization_id) values (the_organization);
  insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
  values (given->>'memberId', now(), now(), the_organization, the_user, 'owner');

  insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color)
  select id, now(), now(), the_organization, id, id, '#000000' from unnest(the_tags) as added(id);
  insert into stored_file (storage_key, state) select unnest(array[one, two, three]), 'committed';
  insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
    original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status, deleted_at)
  select id, now(), now(), the_organization, 'name', 10, hash, id, 'name', 'name', 'text/plain', 'completed',
    case when id = three then now() end
  from jsonb_to_recordset(given->'documents') as added(id text, hash text);
  insert into extraction_progress (document_id, done, total) values (one, 1, 2);
  insert into document_tag (document_id, tag_id)
  values (one, the_tags[1]), (one, the_tags[2]), (two, the_tags[2]), (three, the_tags[1]);
  insert into document_activity (id, created_at, document_id, event, user_id, tag_id)
  select document_id || tag_id, now(), document_id, 'tagged', the_user, tag_id
  from document_tag where tag_id = any(the_tags);

  insert into tagging_rule (id, created_at, updated_at, organization_id, name, enabled, condition_match_mode)
  values (the_rule, now(), now(), the_organization, 'rule', true, 'all');
  insert into tagging_rule_set (organization_id, version) values (the_organization, 'one');
  insert into tagging_rule_action (id, created_at, updated_at, tagging_rule_id, position, tag_id)
  select the_rule || position, now(), now(), the_rule, position, tag_id
  from unnest(the_tags) with ordinality as added(tag_id, position);
  insert into task (id, organization_id, type) values
    (given->>'ruleTask', the_organization, 'apply-tagging-rule-to-documents'),
    (given->>'mergeTask', the_organization, 'merge-tags'),
    (given->>'optionMergeTask', the_organization, 'merge-options'),
    (given->>'reprocessTask', the_organization, 'reprocess-documents'),
    (given->>'replayTask', the_organization, 'webhook-replay');

  insert into task (id, organization_id, type, is_cancellable, is_undoable, status, finished_at)
  select id, the_organization, 'batch', true, true, status, case status when 'completed' then now() end
  from (values (given->>'batchTask', 'pending'), (given->>'trashTask', 'completed'), (given->>'undoTask', 'pending'))
    as added(id, status);
  insert into batch (task_id, operation, parameters, undoes, requested_by, is_selected) values
    (given->>'batchTask', 'change-tags',
      jsonb_build_object('addTagIds', jsonb_build_array(the_tags[1]), 'removeTagIds', jsonb_build_array(the_tags[2])),
      null, given->'requestedBy', true),
    (given->>'trashTask', 'trash-documents', '{}', null, given->'requestedBy', true),
    (given->>'undoTask', 'trash-documents', '{}', given->>'trashTask', given->'requestedBy', true);
  insert into batch_document (task_id, document_id) values (given->>'batchTask', one), (given->>'batchTask', two);
  insert into batch_change (task_id, document_id, difference)
  select given->>'trashTask', id, jsonb_build_object('before', null, 'after',
    jsonb_build_object('deletedAt', deleted_at, 'deletedBy', deleted_by))
  from document where id = three;

  insert into custom_property (id, organization_id, name, key, type) values
    (choice, the_organization, 'choice', 'choice', 'multi_select'),
    (relation, the_organization, 'relation', 'relation', 'document_relation');
  insert into custom_property_option (id, property_id, name, key)
  select id, choice, id, id from unnest(the_options) as added(id);
  insert into document_custom_property (document_id, property_id, option_id)
  select id, choice, the_options[1] from unnest(array[one, two, three]) as added(id);
  insert into document_custom_property (document_id, property_id, related_document_id)
  values (one, relation, three), (three, relation, one);
  update tagging_rule set changes = jsonb_build_array(jsonb_build_object(
    'kind', 'property', 'propertyDefinitionId', relation, 'value', jsonb_build_array(three, two)))
  where id = the_rule;

  insert into document_view (id, organization_id, parent_id, position, name, query, is_pinned) values
    (given->'views'->>0, the_organization, null, 0, 'above', '', false),
    (given->'views'->>1, the_organization, given->'views'->>0, 0, 'below', '', false);
  insert into share_link (id, organization_id, document_id, token)
  values (given->>'shareLinkId', the_organization, one, given->>'shareLinkId');
  insert into intake_email (id, organization_id, email_address)
  values (given->>'intakeEmailId', the_organization, given->>'intakeEmailId' || '@in.example.com');
  insert into tagging_rule_run (id, organization_id, document_id, rules, difference)
  values (given->>'runId', the_organization, one, '[]', jsonb_build_object(
    'tags', jsonb_build_object('added', to_jsonb(the_tags), 'removed', '[]'::jsonb),
    'properties', jsonb_build_array(jsonb_build_object(
      'propertyId', relation, 'before', jsonb_build_array(three, two), 'after', null)),
    'name', jsonb_build_object('before', 'earlier', 'after', 'name')));

  -- A webhook that is one event behind the log. Its address is not allowed, so each attempt fails at once.
  insert into event (id, created_at, organization_id, position, name, payload)
  values (given->>'eventId', now(), the_organization, 1, 'document:purged', jsonb_build_object('documentId', one));
  update organization_log set event_position = 1 where organization_id = the_organization;
  insert into webhook (id, organization_id, name, url, enabled, events)
  values (the_webhook, the_organization, 'webhook', 'http://127.0.0.1:9/', true, '{document:purged}');
  insert into webhook_state (webhook_id, position, failing_since) values (the_webhook, 0, now() - interval '1 year');
  insert into webhook_delivery (id, webhook_id, organization_id, subject, message_id, event_name, occurred_at, payload,
    status, finished_at)
  select id, the_webhook, the_organization, one, id, 'document:purged', now(), '{}',
    case number when 1 then 'failed' else 'pending' end, case number when 1 then now() end
  from jsonb_array_elements_text(given->'deliveries') with ordinality as added(id, number) order by number;
end $$`;

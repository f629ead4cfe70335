import { createHash } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type pg from 'pg';
import { createId, systemContext } from '#libs/kernel';
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

/** Creates a separate organization, so that rows of earlier rounds cannot interfere. */
export async function addRowsToLock(app: TestApp, userId: string): Promise<RowsToLock> {
  const pool = poolOf(app);
  const organizationId = createId('org');
  const tags: RowsToLock['tags'] = [createId('tag'), createId('tag')];
  // The first one has the largest id: work that locks it before another one does not keep the order.
  const ids = [createId('doc'), createId('doc'), createId('doc')].sort().reverse() as [string, string, string];
  const ruleId = createId('tr');
  await pool.query(`insert into organization (id, created_at, updated_at, name) values ($1, now(), now(), 'locks')`, [
    organizationId,
  ]);
  await pool.query('insert into organization_log (organization_id) values ($1)', [organizationId]);
  await pool.query(
    `insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
     values ($1, now(), now(), $2, $3, 'owner')`,
    [createId('org_mem'), organizationId, userId],
  );
  await pool.query(
    `insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color)
     select id, now(), now(), $2, id, id, '#000000' from unnest($1::text[]) as given(id)`,
    [tags, organizationId],
  );
  await pool.query(`insert into stored_file (storage_key, state) select unnest($1::text[]), 'committed'`, [ids]);
  await pool.query(
    `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
       original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status, deleted_at)
     select id, now(), now(), $3, 'name', 10, hash, id, 'name', 'name', 'text/plain', 'completed',
       case when id = $4 then now() end from unnest($1::text[], $2::text[]) as given(id, hash)`,
    [ids, ids.map((id) => createHash('sha256').update(id).digest('hex')), organizationId, ids[2]],
  );
  await pool.query('insert into document_tag (document_id, tag_id) values ($1, $4), ($1, $5), ($2, $5), ($3, $4)', [
    ...ids,
    ...tags,
  ]);
  await pool.query(
    `insert into document_activity (id, created_at, document_id, event, user_id, tag_id)
     select document_id || tag_id, now(), document_id, 'tagged', $2, tag_id from document_tag where tag_id = any($1)`,
    [tags, userId],
  );
  await pool.query(
    `insert into tagging_rule (id, created_at, updated_at, organization_id, name, enabled, condition_match_mode)
     values ($1, now(), now(), $2, 'rule', true, 'all')`,
    [ruleId, organizationId],
  );
  await pool.query(
    `insert into tagging_rule_action (id, created_at, updated_at, tagging_rule_id, position, tag_id)
     select $1 || position, now(), now(), $1, position, tag_id
     from unnest($2::text[]) with ordinality as given(tag_id, position)`,
    [ruleId, tags],
  );
  const ruleTask = createId('task');
  await pool.query(`insert into task (id, organization_id, type) values ($1, $2, 'apply-tagging-rule-to-documents')`, [
    ruleTask,
    organizationId,
  ]);
  const mergeTask = createId('task');
  await pool.query(`insert into task (id, organization_id, type) values ($1, $2, 'merge-tags')`, [
    mergeTask,
    organizationId,
  ]);
  const reprocessTask = createId('task');
  await pool.query(`insert into task (id, organization_id, type) values ($1, $2, 'reprocess-documents')`, [
    reprocessTask,
    organizationId,
  ]);
  const batchTasks = await prepareBatches(pool, organizationId, ids, tags);
  const properties = await prepareProperties(pool, organizationId, ids);
  const { relation: propertyDefinitionId } = properties;
  await pool.query('update tagging_rule set changes = $2::jsonb where id = $1', [
    ruleId,
    JSON.stringify([{ kind: 'property', propertyDefinitionId, value: [ids[2], ids[1]] }]),
  ]);
  const views: RowsToLock['views'] = [createId('dv'), createId('dv')];
  await pool.query(
    `insert into document_view (id, organization_id, parent_id, position, name, query, is_pinned)
     values ($1, $3, null, 0, 'above', '', false), ($2, $3, $1, 0, 'below', '', false)`,
    [...views, organizationId],
  );
  const shareLinkId = createId('dsl');
  await pool.query('insert into share_link (id, organization_id, document_id, token) values ($1, $2, $3, $1)', [
    shareLinkId,
    organizationId,
    ids[0],
  ]);
  const intakeEmailId = createId('ie');
  await pool.query(
    `insert into intake_email (id, organization_id, email_address) values ($1, $2, $1 || '@in.example.com')`,
    [intakeEmailId, organizationId],
  );
  const runId = createId('trn');
  await pool.query(
    `insert into tagging_rule_run (id, organization_id, document_id, rules, difference) values ($1, $2, $3, '[]', $4)`,
    [
      ...[runId, organizationId, ids[0]],
      {
        tags: { added: tags, removed: [] },
        properties: [{ propertyId: properties.relation, before: [ids[2], ids[1]], after: null }],
        name: { before: 'earlier', after: 'name' },
      },
    ],
  );
  const webhook = await prepareWebhook(pool, organizationId, ids[0]);
  await indexDocumentRows(app, organizationId);
  return {
    organizationId,
    active: [ids[0], ids[1]],
    trashed: ids[2],
    tags,
    properties,
    ruleId,
    ruleTask,
    mergeTask,
    reprocessTask,
    ...batchTasks,
    views,
    intakeEmailId,
    ...webhook,
    shareLinkId,
    runId,
  };
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

async function prepareBatches(
  pool: pg.Pool,
  organizationId: string,
  [one, two, trashed]: readonly [string, string, string],
  tags: RowsToLock['tags'],
): Promise<Pick<RowsToLock, 'batchTask' | 'undoTask'>> {
  const [batchTask, trashTask, undoTask] = [createId('task'), createId('task'), createId('task')];
  const { organizationId: _, ...requestedBy } = contextOf(organizationId);
  await pool.query(
    `insert into task (id, organization_id, type, is_cancellable, is_undoable, status, finished_at)
     select id, $2, 'batch', true, true, status, case status when 'completed' then now() end
     from unnest($1::text[], array['pending', 'completed', 'pending']) as given(id, status)`,
    [[batchTask, trashTask, undoTask], organizationId],
  );
  await pool.query(
    `insert into batch (task_id, operation, parameters, undoes, requested_by, is_selected) values
       ($1, 'change-tags', $4, null, $5, true), ($2, 'trash-documents', '{}', null, $5, true),
       ($3, 'trash-documents', '{}', $2, $5, true)`,
    [batchTask, trashTask, undoTask, { addTagIds: [tags[0]], removeTagIds: [tags[1]] }, requestedBy],
  );
  await pool.query('insert into batch_document (task_id, document_id) values ($1, $2), ($1, $3)', [
    batchTask,
    one,
    two,
  ]);
  await pool.query(
    `insert into batch_change (task_id, document_id, difference)
     select $1, id, jsonb_build_object('before', null, 'after',
       jsonb_build_object('deletedAt', deleted_at, 'deletedBy', deleted_by))
     from document where id = $2`,
    [trashTask, trashed],
  );
  return { batchTask, undoTask };
}

async function prepareProperties(
  pool: pg.Pool,
  organizationId: string,
  [first, second, trashed]: readonly [string, string, string],
): Promise<RowsToLock['properties']> {
  const [choice, relation] = [createId('cpd'), createId('cpd')];
  const options: [string, string] = [createId('cpso'), createId('cpso')];
  await pool.query(
    `insert into custom_property (id, organization_id, name, key, type)
     values ($1, $3, 'choice', 'choice', 'multi_select'), ($2, $3, 'relation', 'relation', 'document_relation')`,
    [choice, relation, organizationId],
  );
  await pool.query(
    `insert into custom_property_option (id, property_id, name, key) select id, $2, id, id from unnest($1::text[]) as given(id)`,
    [options, choice],
  );
  await pool.query(
    `insert into document_custom_property (document_id, property_id, option_id)
     select id, $2, $3 from unnest($1::text[]) as given(id)`,
    [[first, second, trashed], choice, options[0]],
  );
  await pool.query(
    `insert into document_custom_property (document_id, property_id, related_document_id) values ($1, $3, $2), ($2, $3, $1)`,
    [first, trashed, relation],
  );
  return { choice, relation, options };
}

/** A webhook that is one event behind the log. Its address is not allowed, so each attempt fails at once. */
async function prepareWebhook(
  pool: pg.Pool,
  organizationId: string,
  documentId: string,
): Promise<Pick<RowsToLock, 'deliveries' | 'replayTask' | 'webhookId'>> {
  const webhookId = createId('wbh');
  const deliveries: RowsToLock['deliveries'] = [createId('wbh_dlv'), createId('wbh_dlv'), createId('wbh_dlv')];
  await pool.query(
    `with added as (
       insert into event (id, created_at, organization_id, position, name, payload)
       values ($1, now(), $2, 1, 'document:purged', jsonb_build_object('documentId', $3::text)))
     update organization_log set event_position = 1 where organization_id = $2`,
    [createId('evt'), organizationId, documentId],
  );
  await pool.query(
    `insert into webhook (id, organization_id, name, url, enabled, events)
     values ($1, $2, 'webhook', 'http://127.0.0.1:9/', true, '{document:purged}')`,
    [webhookId, organizationId],
  );
  await pool.query(
    `insert into webhook_state (webhook_id, position, failing_since) values ($1, 0, now() - interval '1 year')`,
    [webhookId],
  );
  await pool.query(
    `insert into webhook_delivery (id, webhook_id, organization_id, subject, message_id, event_name, occurred_at, payload,
       status, finished_at)
     select id, $2, $3, $4, id, 'document:purged', now(), '{}', case number when 1 then 'failed' else 'pending' end,
       case number when 1 then now() end
     from unnest($1::text[]) with ordinality as given(id, number) order by number`,
    [deliveries, webhookId, organizationId, documentId],
  );
  const replayTask = createId('task');
  await pool.query(`insert into task (id, organization_id, type) values ($1, $2, 'webhook-replay')`, [
    replayTask,
    organizationId,
  ]);
  return { webhookId, deliveries, replayTask };
}

import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type pg from 'pg';
import {
  DocumentContent,
  ReprocessDocument,
  ReprocessDocuments,
  UpdateDocument,
  UploadDocument,
} from '#libs/documents';
import { Batches, RunBatchInChunks } from '#libs/batches';
import { ChangeTags, DocumentTags, type TagChanges } from '#libs/document-tags';
import { CustomPropertiesService } from '#libs/custom-properties';
import { DocumentProperties, type PropertyBatch } from '#libs/document-properties';
import { DocumentViews } from '#libs/document-views';
import { TakeFile } from '#libs/intake';
import { IntakeEmails } from '#libs/intake-emails';
import { UnitOfWork } from '#libs/database';
import { makeExtraction } from '#libs/extraction';
import { PostponedJob } from '#libs/jobs';
import { AppError, createId, systemContext } from '#libs/kernel';
import { RenameOrganization } from '#libs/organizations';
import {
  ApplyRulesToDocument,
  ApplyRuleToAll,
  MergeTags,
  RuleRunAlreadyUndone,
  RuleRunChangedSince,
  RuleRunNotFound,
  RuleRuns,
  TaggingRulesService,
} from '#libs/tagging-rules';
import { StoredCopies } from '#libs/storage';
import { TagsService } from '#libs/tags';
import { PurgeService, TrashDocuments, TrashService } from '#libs/trash';
import { anotherInstance } from '../support/another-instance.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { ShareLinkAccessRepository, ShareLinks } from '#libs/share-links';
import { FanOutEvents, ReplayPastEvents, SendDelivery, WebhookDeliveries } from '#libs/webhooks';
import { StatementGate } from '../support/statement-gate.js';

interface Given {
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

type Work = (app: INestApplicationContext, given: Given) => Promise<unknown>;

const contextOf = (organizationId: string) => systemContext(organizationId, 'command');
const RULE = { conditionMatchMode: 'all' as const, conditions: [] };

async function uploadAgain(app: INestApplicationContext, { organizationId }: Given, content: string): Promise<void> {
  const upload = app.get(UploadDocument, { strict: false });
  const ctx = contextOf(organizationId);
  const { signal } = new AbortController();
  const source = { name: 'again.txt', content: Readable.from([Buffer.from(content)]) };
  await using file = await upload.receive(ctx, source, signal);
  const details = { mimeType: 'text/plain', ocrLanguages: [] };
  await app.get(UnitOfWork, { strict: false }).run((tx) => upload.complete(tx, ctx, file, details));
}

/** The same key each time, so that two of them meet at its row, too. */
async function takeFile(app: INestApplicationContext, { organizationId }: Given, text: string): Promise<void> {
  const source = { pluginId: 'intake-test', instance: 'default' };
  const file = {
    organizationId,
    key: 'the same file',
    fileName: 'again.txt',
    content: Readable.from([Buffer.from(text)]),
  };
  await app.get(TakeFile, { strict: false }).execute(source, file, new AbortController().signal);
}

function saveExtraction(app: INestApplicationContext, { organizationId }: Given, documentId: string) {
  const ctx = systemContext(organizationId, 'extraction');
  const text = `read ${randomUUID()}`;
  const rules = app.get(ApplyRulesToDocument, { strict: false });
  return app.get(UnitOfWork, { strict: false }).run(async (tx) => {
    await rules.lock(tx, ctx, documentId);
    await app.get(DocumentContent, { strict: false }).save(tx, ctx, documentId, {
      extraction: makeExtraction('text', { text, provider: 'test' }),
      prepared: { content: text, isWhole: true },
      replace: true,
    });
    await rules.execute(tx, ctx, documentId);
  });
}

function changeTags(
  app: INestApplicationContext,
  organizationId: string,
  documentIds: readonly string[],
  parameters: TagChanges,
): Promise<unknown> {
  const operation = app.get(ChangeTags, { strict: false });
  const request = { filter: { documentIds }, parameters, prefersAsync: false };
  return app.get(Batches, { strict: false }).request(contextOf(organizationId), operation, request);
}

function runBatch(app: INestApplicationContext, organizationId: string, taskId: string): Promise<void> {
  const job = { data: { organizationId, taskId }, signal: new AbortController().signal };
  return app.get(RunBatchInChunks, { strict: false }).execute(job);
}

function changeProperties(app: INestApplicationContext, organizationId: string, batch: PropertyBatch) {
  return app
    .get(UnitOfWork, { strict: false })
    .run((tx) => app.get(DocumentProperties, { strict: false }).change(tx, contextOf(organizationId), batch));
}

/** Every operation that writes rows of documents and tags, each in one transaction. */
const WORK: Record<string, Work> = {
  'the upload of a document that is in the trash': (app, given) => uploadAgain(app, given, given.trashed),
  'the upload of a document that is in use': (app, given) => uploadAgain(app, given, given.active[0]),
  'the intake of a new file': (app, given) => takeFile(app, given, randomUUID()),
  'the intake of a document that is in the trash': (app, given) => takeFile(app, given, given.trashed),
  'saving the extraction of a document': (app, given) => saveExtraction(app, given, given.active[0]),
  'an edit': (app, { organizationId, active }) =>
    app.get(UpdateDocument, { strict: false }).execute(contextOf(organizationId), active[0], { content: 'edited' }),
  'requesting that a document is read again': (app, { organizationId, active }) =>
    app.get(ReprocessDocument, { strict: false }).execute(contextOf(organizationId), active[0]),
  'reading all documents again': (app, { organizationId, reprocessTask }) =>
    app.get(ReprocessDocuments, { strict: false }).execute({
      data: { organizationId, taskId: reprocessTask, filter: { query: '' } },
      signal: new AbortController().signal,
    }),
  'a document that begins to wait for a service': async (app, { organizationId, active }) => {
    const ctx = systemContext(organizationId, 'extraction');
    const content = app.get(DocumentContent, { strict: false });
    await content.begin(ctx, active[0], 'reader');
    await content.wait(ctx, active[0], { plugin: 'reader', reason: 'away', until: new Date() });
  },
  'trashing several documents': (app, { organizationId, active }) =>
    app.get(Batches, { strict: false }).request(contextOf(organizationId), app.get(TrashDocuments, { strict: false }), {
      filter: { documentIds: active.toReversed() },
      parameters: {},
      prefersAsync: false,
    }),
  'restoring a document': (app, { organizationId, trashed }) =>
    app.get(TrashService, { strict: false }).restore(contextOf(organizationId), trashed),
  'purging a document': (app, { organizationId, trashed }) =>
    app.get(PurgeService, { strict: false }).purgeOne(contextOf(organizationId), trashed),
  'moving the file of a document to another storage': async (app, { trashed }) => {
    const copies = app.get(StoredCopies, { strict: false });
    const file = { storageKey: trashed, from: 'storage-local', to: `storage-${randomUUID()}` };
    const copyId = await copies.announce({ storageKey: trashed, driver: file.to });
    await app.get(UnitOfWork, { strict: false }).run((tx) => copies.swap(tx, copyId, file));
  },
  'emptying the trash': (app, { organizationId }) =>
    app.get(PurgeService, { strict: false }).emptyTrash(contextOf(organizationId)),
  'removing a tag': (app, { organizationId, active, tags }) =>
    app
      .get(DocumentTags, { strict: false })
      .remove(contextOf(organizationId), { documentId: active[0], tagId: tags[0] }),
  'exchanging tags of several documents': (app, { organizationId, active, trashed, tags: [one, two] }) =>
    changeTags(app, organizationId, [trashed, ...active], { addTagIds: [two], removeTagIds: [one] }),
  'exchanging them back': (app, { organizationId, active, trashed, tags: [one, two] }) =>
    changeTags(app, organizationId, [...active, trashed], { addTagIds: [one], removeTagIds: [two] }),
  'a chunk of a batch': (app, { organizationId, batchTask }) => runBatch(app, organizationId, batchTask),
  'undoing a chunk of a batch': (app, { organizationId, undoTask }) => runBatch(app, organizationId, undoTask),
  'deleting a tag': (app, { organizationId, tags }) =>
    app.get(TagsService, { strict: false }).delete(contextOf(organizationId), tags[0]),
  'renaming a tag': (app, { organizationId, tags }) =>
    app.get(TagsService, { strict: false }).update(contextOf(organizationId), tags[0], { name: 'new name' }),
  'setting values of several documents': (app, { organizationId, active, trashed, properties }) =>
    changeProperties(app, organizationId, {
      documentIds: [trashed, ...active],
      set: [
        { propertyId: properties.choice, value: [properties.options[1]] },
        { propertyId: properties.relation, value: [active[1], trashed] },
      ],
      clear: [],
    }),
  'setting the relation of a document': (app, { organizationId, active, trashed, properties }) =>
    app
      .get(DocumentProperties, { strict: false })
      .set(contextOf(organizationId), active[1], properties.relation, [trashed, active[0]]),
  'removing the values of several documents': (app, { organizationId, active, trashed, properties }) =>
    changeProperties(app, organizationId, {
      documentIds: [...active, trashed],
      set: [],
      clear: [properties.relation, properties.choice],
    }),
  'undoing a change of values': (app, { organizationId, active, trashed, properties }) =>
    app.get(UnitOfWork, { strict: false }).run((tx) =>
      app.get(DocumentProperties, { strict: false }).restore(
        tx,
        contextOf(organizationId),
        [...active, trashed].map((documentId) => ({
          documentId,
          propertyId: properties.relation,
          before: [trashed, ...active],
          after: null,
        })),
      ),
    ),
  'deleting an option': (app, { organizationId, properties }) =>
    app
      .get(CustomPropertiesService, { strict: false })
      .update(contextOf(organizationId), properties.choice, { options: [{ id: properties.options[1], name: 'kept' }] }),
  'deleting a custom property': (app, { organizationId, properties }) =>
    app.get(CustomPropertiesService, { strict: false }).delete(contextOf(organizationId), properties.relation),
  'renaming a custom property': (app, { organizationId, properties }) =>
    app
      .get(CustomPropertiesService, { strict: false })
      .update(contextOf(organizationId), properties.relation, { name: 'new name' }),
  'creating a custom property': (app, { organizationId }) =>
    app
      .get(UnitOfWork, { strict: false })
      .run((tx) =>
        app
          .get(CustomPropertiesService, { strict: false })
          .create(tx, contextOf(organizationId), { type: 'text', name: 'new name' }),
      ),
  'creating a tag': (app, { organizationId }) =>
    app
      .get(UnitOfWork, { strict: false })
      .run((tx) =>
        app
          .get(TagsService, { strict: false })
          .create(tx, contextOf(organizationId), { name: 'new name', color: '#000000' }),
      ),
  'undoing what rules have changed in a document': (app, { organizationId, runId }) =>
    app
      .get(RuleRuns, { strict: false })
      .undo(contextOf(organizationId), runId)
      .catch((error: unknown) => {
        // It is gone with its document, or the other one was first, or has changed the same.
        const expected = [RuleRunNotFound, RuleRunAlreadyUndone, RuleRunChangedSince];
        if (!expected.some((each) => each.matches(error))) throw error;
      }),
  'applying a rule to all documents': (app, { organizationId, ruleId, ruleTask, tags, active, properties }) =>
    app.get(ApplyRuleToAll, { strict: false }).execute({
      data: {
        organizationId,
        taggingRuleId: ruleId,
        taskId: ruleTask,
        dryRun: false,
        rule: {
          ...{ ...RULE, tagIds: tags },
          changes: [
            { kind: 'property', propertyDefinitionId: properties.relation, value: [active[1], active[0]] },
            { kind: 'property', propertyDefinitionId: properties.choice, value: [properties.options[1]] },
            { kind: 'documentDate', value: '2024-05-06' },
            { kind: 'name', value: '{date} {name}' },
          ],
        },
      },
      signal: new AbortController().signal,
    }),
  'merging two tags': (app, { organizationId, mergeTask, tags: [tagId, intoTagId] }) => {
    const { organizationId: _, ...requestedBy } = contextOf(organizationId);
    return app.get(MergeTags, { strict: false }).execute({
      data: { organizationId, taskId: mergeTask, tagId, intoTagId, requestedBy },
      signal: new AbortController().signal,
    });
  },
  'replacing a rule': (app, { organizationId, ruleId, tags }) =>
    app
      .get(TaggingRulesService, { strict: false })
      .replace(contextOf(organizationId), ruleId, { ...RULE, name: 'replaced', tagIds: [tags[1]] }),
  'deleting a rule': (app, { organizationId, ruleId }) =>
    app.get(TaggingRulesService, { strict: false }).delete(contextOf(organizationId), ruleId),
  'adding the deliveries of events': (app, { organizationId }) =>
    anotherInstance(app, FanOutEvents).upTo({ organizationId }, 1, new AbortController().signal),
  'a failed attempt that disables the webhook': (app, { organizationId, webhookId, deliveries: [, deliveryId] }) =>
    anotherInstance(app, SendDelivery)
      .execute({ data: { organizationId, webhookId, deliveryId }, signal: new AbortController().signal })
      .catch((error: unknown) => {
        if (!(error instanceof PostponedJob)) throw error; // the other one makes this attempt
      }),
  'replaying a delivery': (app, { organizationId, webhookId, deliveries: [ended] }) =>
    app.get(WebhookDeliveries, { strict: false }).replay(contextOf(organizationId), webhookId, ended),
  'replaying past events': (app, { organizationId, webhookId, replayTask }) =>
    app.get(ReplayPastEvents, { strict: false }).execute({
      data: { organizationId, webhookId, taskId: replayTask, since: new Date(0).toISOString(), upTo: 1 },
      signal: new AbortController().signal,
    }),
  'deleting a webhook': (app, { webhookId }) =>
    app.get(UnitOfWork, { strict: false }).run((tx) => tx.sql.query('delete from webhook where id = $1', [webhookId])),
  'creating a saved view': (app, { organizationId, views: [parentId] }) =>
    app
      .get(UnitOfWork, { strict: false })
      .run((tx) =>
        app
          .get(DocumentViews, { strict: false })
          .create(tx, contextOf(organizationId), { name: 'new view', query: '', parentId, position: 0 }),
      ),
  'moving a saved view': (app, { organizationId, views: [, below] }) =>
    app
      .get(DocumentViews, { strict: false })
      .update(contextOf(organizationId), below, { name: 'moved', query: '', parentId: null, position: 0 }),
  'deleting a saved view': (app, { organizationId, views: [above] }) =>
    app.get(DocumentViews, { strict: false }).delete(contextOf(organizationId), above),
  'creating a share link': (app, { organizationId, active: [documentId] }) =>
    app.get(UnitOfWork, { strict: false }).run((tx) =>
      app.get(ShareLinks, { strict: false }).create(tx, contextOf(organizationId), documentId, {
        ...{ expiresAt: null, passwordHash: null, maxDownloads: null },
      }),
    ),
  'changing a share link': (app, { organizationId, shareLinkId }) =>
    app.get(ShareLinks, { strict: false }).update(contextOf(organizationId), shareLinkId, { isEnabled: false }),
  'deleting a share link': (app, { organizationId, shareLinkId }) =>
    app.get(ShareLinks, { strict: false }).delete(contextOf(organizationId), shareLinkId),
  'a visit of a share link': (app, { shareLinkId }) =>
    app
      .get(ShareLinkAccessRepository, { strict: false })
      .countDownload(shareLinkId, { address: '192.0.2.0/24', userAgent: null }),
  'creating an intake address': (app, { organizationId }) =>
    app
      .get(UnitOfWork, { strict: false })
      .run((tx) =>
        app
          .get(IntakeEmails, { strict: false })
          .create(tx, contextOf(organizationId), `${createId('ie')}@in.example.com`),
      ),
  'changing an intake address': (app, { organizationId, intakeEmailId }) =>
    app.get(IntakeEmails, { strict: false }).update(contextOf(organizationId), intakeEmailId, { isEnabled: false }),
  'deleting an intake address': (app, { organizationId, intakeEmailId }) =>
    app.get(IntakeEmails, { strict: false }).delete(contextOf(organizationId), intakeEmailId),
  'renaming the organization': (app, { organizationId }) =>
    app.get(RenameOrganization, { strict: false }).execute(contextOf(organizationId), 'renamed'),
};

/** Creates a separate organization, so that rows of earlier rounds cannot interfere. */
async function prepare(app: TestApp, userId: string): Promise<Given> {
  const pool = poolOf(app);
  const organizationId = createId('org');
  const tags: Given['tags'] = [createId('tag'), createId('tag')];
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
  const views: Given['views'] = [createId('dv'), createId('dv')];
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

async function prepareBatches(
  pool: pg.Pool,
  organizationId: string,
  [one, two, trashed]: readonly [string, string, string],
  tags: Given['tags'],
): Promise<Pick<Given, 'batchTask' | 'undoTask'>> {
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
): Promise<Given['properties']> {
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
): Promise<Pick<Given, 'deliveries' | 'replayTask' | 'webhookId'>> {
  const webhookId = createId('wbh');
  const deliveries: Given['deliveries'] = [createId('wbh_dlv'), createId('wbh_dlv'), createId('wbh_dlv')];
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

/** As {@link AdoptSearchPlugin} does for a search engine outside this database. */
async function recordChangesForSearch(app: TestApp): Promise<void> {
  for (const [table, kinds] of [
    ['document', ['document_insert', 'document_update', 'document_delete']],
    ['document_tag', ['tag_insert', 'tag_delete']],
  ] as const)
    for (const kind of kinds) await poolOf(app).query(`alter table ${table} enable trigger search_${kind}`);
}

/** A thousand pairs of operations, each stopped at every statement, on a machine that runs other tests. */
jest.setTimeout(600_000);

describe.each([
  ['a search engine in this database', () => Promise.resolve()],
  ['an external search engine', recordChangesForSearch],
])('the order of locks with %s', (_, given) => {
  let app: TestApp;
  let userId: string;
  let gate: StatementGate;

  beforeAll(async () => {
    app = await startApp({ DATABASE_POOL_SIZE: '24' });
    ({ userId } = await app.aUser());
    await given(app);
    gate = new StatementGate(poolOf(app));
  });
  afterAll(() => app.close());

  /** An AppError is an expected outcome: for example, the document is gone or the tag exists already. */
  const accept = (error: unknown): void => {
    if (!(error instanceof AppError)) throw error;
  };

  // Each pair runs once: the gate detects a deadlock whichever transaction it stops between its locks.
  it.each(Object.keys(WORK))('%s does not deadlock with any operation listed after it', async (first) => {
    const before = gate.deadlocks.length;
    const works = Object.entries(WORK);
    const waiting = works.slice(works.findIndex(([name]) => name === first));
    const [one] = waiting as [[string, Work]];
    const bound = ([name, work]: [string, Work]) => [name, (given: Given) => work(app.app, given)] as const;
    const worker = async (): Promise<void> => {
      for (let two = waiting.pop(); two; two = waiting.pop()) {
        await gate.interleave(() => prepare(app, userId), bound(one), bound(two), accept);
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    expect(gate.deadlocks.slice(before)).toEqual([]);
  });
});

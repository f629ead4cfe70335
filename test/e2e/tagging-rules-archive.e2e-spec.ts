import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Transaction } from '#ground/database';
import { JobStates } from '#ground/jobs';
import { systemContext, type OrganizationScope } from '#ground/kernel';
import {
  ApplyRulesToDocument,
  ApplyRuleToAll,
  type ApplyTaggingRuleData,
  type RunnableRule,
} from '#automation/tagging-rules';
import { Tasks, type TaskProgress } from '#archive/tasks';
import { UnitOfWork } from '#ground/database';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows, poolOf } from '../support/rows.js';

const DOCUMENTS = 1234;

interface Task {
  status: string;
  progress: { processed: number; total: number | null };
  result: { documentsCount: number; tagsAdded: number };
}

describe('a tagging rule applied to more documents than one chunk', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;
  let documentIds: string[];

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
    documentIds = (await addDocumentRows(app, organizationId, DOCUMENTS)).map(({ id }) => id);
  });

  const count = async (text: string): Promise<number> => {
    const { rows } = await poolOf(app).query<{ count: number }>(`select count(*)::int as count from ${text}`, [
      organizationId,
    ]);
    return rows[0]?.count ?? 0;
  };
  const pairs = () => count('document_tag join document on document.id = document_id where organization_id = $1');
  const activities = () =>
    count(
      `document_activity join document on document.id = document_id where organization_id = $1 and event = 'tagged'`,
    );
  const events = () => count(`event where organization_id = $1 and name = 'document:tag:added'`);
  const task = async (taskId: string): Promise<Task> =>
    (await api.get<{ task: Task }>(`${base}/tasks/${taskId}`)).body.task;
  const aTag = async (name: string): Promise<string> =>
    (await api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#00ff00' })).body.tag.id;
  const aRule = async (tagIds: string[], conditions: object[] = []): Promise<string> =>
    (await api.post<{ taggingRule: { id: string } }>(`${base}/tagging-rules`, { name: 'Rule', conditions, tagIds }))
      .body.taggingRule.id;
  const apply = async (ruleId: string): Promise<string> =>
    (await api.post<{ taskId: string }>(`${base}/tagging-rules/${ruleId}/apply`)).body.taskId;
  /** Runs the handler of the job without the queue. */
  const work = (data: ApplyTaggingRuleData, signal = new AbortController().signal) =>
    app.app.get(ApplyRuleToAll, { strict: false }).handle({ data, signal });
  const jobData = async (
    taggingRuleId: string,
    rule: Omit<RunnableRule, 'conditionMatchMode'>,
  ): Promise<ApplyTaggingRuleData> => {
    const ctx = systemContext(organizationId, 'command');
    const taskId = await app.app
      .get(UnitOfWork)
      .run((tx) => app.app.get(Tasks, { strict: false }).create(tx, ctx, 'apply-tagging-rule-to-documents'));
    return { organizationId, taggingRuleId, taskId, dryRun: false, rule: { conditionMatchMode: 'all', ...rule } };
  };

  it('tags each document once when all were created at the same moment', async () => {
    const taskId = await apply(await aRule([await aTag('A'), await aTag('B')]));
    await app.drain();
    expect(await task(taskId)).toMatchObject({
      status: 'completed',
      progress: { processed: DOCUMENTS, total: DOCUMENTS },
      result: { documentsCount: DOCUMENTS, tagsAdded: 2 * DOCUMENTS },
    });
    expect([await pairs(), await activities(), await events()]).toEqual(Array(3).fill(2 * DOCUMENTS));
  });

  it('continues after an interruption and counts nothing twice', async () => {
    const tagId = await aTag('A');
    const data = await jobData(await aRule([tagId]), { conditions: [], tagIds: [tagId] });
    const tasks = app.app.get(Tasks, { strict: false });
    const interruption = new AbortController();
    const advance = tasks.advance.bind(tasks);
    tasks.advance = async (tx: Transaction, ctx: OrganizationScope, taskId: string, progress: TaskProgress) => {
      await advance(tx, ctx, taskId, progress);
      interruption.abort(new Error('the process stops'));
    };
    try {
      await expect(work(data, interruption.signal)).rejects.toThrow();
    } finally {
      tasks.advance = advance;
    }
    const half = await task(data.taskId);
    expect(half).toMatchObject({ status: 'running', result: { tagsAdded: half.progress.processed } });
    expect(half.progress.processed).toBeGreaterThan(0);
    expect(half.progress.processed).toBeLessThan(DOCUMENTS);
    expect(await events()).toBe(half.progress.processed);
    await work(data);
    expect(await task(data.taskId)).toMatchObject({
      status: 'completed',
      progress: { processed: DOCUMENTS, total: DOCUMENTS },
      result: { documentsCount: DOCUMENTS, tagsAdded: DOCUMENTS },
    });
    await work(data); // a job may run twice
    expect([await pairs(), await activities(), await events()]).toEqual(Array(3).fill(DOCUMENTS));
  });

  it('two rules with the same tags complete at once while documents and tags are deleted', async () => {
    const tagIds = await Promise.all(['A', 'B', 'C'].map(aTag));
    const [one, two] = [await aRule(tagIds), await aRule([...tagIds].reverse())];
    const jobs = await Promise.all([
      jobData(one, { conditions: [], tagIds }),
      jobData(two, {
        conditions: [{ field: 'name', operator: 'contains', value: 'MANY' }],
        tagIds: [...tagIds].reverse(),
      }),
    ]);
    const removed = documentIds.filter((_, index) => index % 5 === 0);
    const removeSome = async () => {
      for (const id of removed.slice(0, 100)) await poolOf(app).query('delete from document where id = $1', [id]);
      for (const id of removed.slice(100, 120)) await api.delete(`${base}/documents/${id}`);
      await api.delete(`${base}/tags/${tagIds[1]}`);
    };
    await Promise.all([...jobs.map((data) => work(data)), removeSome()]);
    const results = await Promise.all(jobs.map((data) => task(data.taskId)));
    expect(results.map(({ status }) => status)).toEqual(['completed', 'completed']);
    const added = results.reduce((sum, { result }) => sum + result.tagsAdded, 0);
    expect(await events()).toBe(added); // two jobs never both count a pair
    const untouched = DOCUMENTS - 120;
    const { rows } = await poolOf(app).query<{ count: number }>(
      `select count(*)::int as count from document_tag join document d on d.id = document_id
       where organization_id = $1 and d.deleted_at is null and tag_id in ($2, $3)`,
      [organizationId, tagIds[0], tagIds[2]],
    );
    expect(rows[0]?.count).toBe(2 * untouched);
  });

  it('tags a document when a thousand rules match it at once', async () => {
    const tagIds = await Promise.all(Array.from({ length: 20 }, (_, index) => aTag(`t${index}`)));
    await poolOf(app).query(
      `with rule as (
         insert into tagging_rule (id, created_at, updated_at, organization_id, name, enabled, condition_match_mode)
         select 'tr_' || $1 || number, now(), now(), $1, 'r', true, 'all' from generate_series(1, 1000) number returning id
       ), condition as (
         insert into tagging_rule_condition (id, created_at, updated_at, tagging_rule_id, position, field, operator, value)
         select 'trc_' || id, now(), now(), id, 1, 'name', 'contains', case when id like '%7' then 'man' else 'no' end from rule
       ), version as (
         insert into tagging_rule_set (organization_id, version) values ($1, 'a thousand')
         on conflict (organization_id) do update set version = excluded.version
       )
       insert into tagging_rule_action (id, created_at, updated_at, tagging_rule_id, position, tag_id)
       select 'tra_' || id, now(), now(), id, 1, ($2::text[])[1 + length(id) % 20] from rule`,
      [organizationId, tagIds],
    );
    const [documentId = ''] = documentIds;
    await app.app
      .get(UnitOfWork)
      .run((tx) => app.app.get(ApplyRulesToDocument, { strict: false }).execute(tx, { organizationId }, [documentId]));
    expect(await pairs()).toBe(
      new Set(['7', '17', '117'].map((number) => `tr_${organizationId}${number}`.length % 20)).size,
    );
  });

  it('the applied rule leaves no job behind', async () => {
    await apply(await aRule([await aTag('A')]));
    await app.drain();
    const counts = await app.app.get(JobStates).counts();
    expect(counts.find(({ name }) => name === 'tagging-rule.apply')).toMatchObject({
      waiting: 0,
      active: 0,
      failed: 0,
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import { MergeTags, type MergeTagsData } from '#automation/tagging-rules';
import { Tasks, type TaskProgress } from '#archive/tasks';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows, poolOf } from '../support/rows.js';

/** More than two chunks. */
const DOCUMENTS = 1_100;

interface Task {
  status: string;
  error: string | null;
  progress: { processed: number; total: number | null };
  result: object | null;
}
interface ListedTag {
  id: string;
  documentsCount: number;
}
interface Rule {
  id: string;
  updatedAt: string;
  actions: { tagId: string }[];
}

describe('merging a tag into another one', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;
  let from: string;
  let into: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
    [from, into] = [await aTag('From'), await aTag('Into')];
  });

  const aTag = async (name: string): Promise<string> =>
    (await api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#00ff00' })).body.tag.id;
  const aRule = async (tagIds: string[]): Promise<Rule> =>
    (await api.post<{ taggingRule: Rule }>(`${base}/tagging-rules`, { name: 'Rule', conditions: [], tagIds })).body
      .taggingRule;
  const rule = async ({ id }: Rule): Promise<Rule> =>
    (await api.get<{ taggingRule: Rule }>(`${base}/tagging-rules/${id}`)).body.taggingRule;
  const documents = async (count: number, tagIds: readonly string[]): Promise<string[]> => {
    const ids = (await addDocumentRows(app, organizationId, count)).map(({ id }) => id);
    await poolOf(app).query(
      `insert into document_tag (document_id, tag_id) select d, t from unnest($1::text[]) d, unnest($2::text[]) t`,
      [ids, tagIds],
    );
    return ids;
  };
  const merge = (tagId: string, intoTagId: string) =>
    api.post<{ taskId: string; error?: { code: string } }>(`${base}/tags/${tagId}/merge`, { intoTagId });
  const task = async (taskId: string): Promise<Task> =>
    (await api.get<{ task: Task }>(`${base}/tasks/${taskId}`)).body.task;
  const tags = async (): Promise<ListedTag[]> => (await api.get<{ tags: ListedTag[] }>(`${base}/tags`)).body.tags;
  const events = async (name: string): Promise<number> => {
    const { rows } = await poolOf(app).query<{ count: number }>(
      'select count(*)::int as count from event where organization_id = $1 and name = $2',
      [organizationId, name],
    );
    return rows[0]?.count ?? 0;
  };

  it('the merge replaces a tag on all documents, including those in the trash and with both tags, and deletes it', async () => {
    await documents(DOCUMENTS, [from]);
    await documents(3, [from, into]);
    const [trashed] = await documents(1, [from]);
    await api.delete(`${base}/documents/${trashed}`);
    const answer = await merge(from, into);
    expect(answer.status).toBe(202);
    await app.drain();
    expect(await task(answer.body.taskId)).toMatchObject({
      status: 'completed',
      progress: { processed: DOCUMENTS + 4, total: DOCUMENTS + 4 },
      result: { documentsCount: DOCUMENTS + 4, taggingRulesCount: 0 },
    });
    expect(await tags()).toMatchObject([{ id: into, documentsCount: DOCUMENTS + 3 }]);
    expect(await events('document:tag:added')).toBe(DOCUMENTS + 1);
    expect(await events('document:tag:removed')).toBe(DOCUMENTS + 4);
    expect(await events('tag:deleted')).toBe(1);
    await api.post(`${base}/documents/${trashed}/restore`);
    expect(await tags()).toMatchObject([{ id: into, documentsCount: DOCUMENTS + 4 }]);
  });

  it('the merge replaces a tag in tagging rules, which get a new revision, and adds no tag twice', async () => {
    const [one, both, other] = [await aRule([from]), await aRule([into, from]), await aRule([into])];
    const answer = await merge(from, into);
    await app.drain();
    expect(await task(answer.body.taskId)).toMatchObject({ status: 'completed', result: { taggingRulesCount: 2 } });
    for (const changed of [one, both]) {
      const now = await rule(changed);
      expect(now.actions.map(({ tagId }) => tagId)).toEqual([into]);
      expect(now.updatedAt > changed.updatedAt).toBe(true);
    }
    expect(await rule(other)).toEqual(other);
  });

  it('the merge continues after an interruption and counts nothing twice', async () => {
    await documents(DOCUMENTS, [from]);
    const tasks = app.app.get(Tasks, { strict: false });
    const interruption = new AbortController();
    const advance = tasks.advance.bind(tasks);
    tasks.advance = async (tx: Transaction, ctx: OrganizationScope, taskId: string, progress: TaskProgress) => {
      await advance(tx, ctx, taskId, progress);
      interruption.abort(new Error('the process stops'));
    };
    const { taskId } = (await merge(from, into)).body;
    try {
      const { rows } = await poolOf(app).query<{ data: MergeTagsData }>(
        `select data from job.job where name = 'tag.merge' and data ->> 'taskId' = $1`,
        [taskId],
      );
      const [job] = rows;
      if (!job) throw new Error('there is no job');
      const work = app.app.get(MergeTags, { strict: false }).handle({ data: job.data, signal: interruption.signal });
      await expect(work).rejects.toThrow();
    } finally {
      tasks.advance = advance;
    }
    expect((await task(taskId)).progress.processed).toBeLessThan(DOCUMENTS);
    await app.drain();
    expect(await task(taskId)).toMatchObject({ status: 'completed', progress: { processed: DOCUMENTS } });
    expect(await tags()).toMatchObject([{ id: into, documentsCount: DOCUMENTS }]);
  });

  it('the merge keeps the tag on all documents when the other one is deleted in the meantime', async () => {
    await documents(2, [from]);
    const { taskId } = (await merge(from, into)).body;
    await api.delete(`${base}/tags/${into}`);
    await app.drain();
    const ended = await task(taskId);
    expect(ended.status).toBe('cancelled');
    expect(ended.error).toContain('was deleted');
    expect(await tags()).toMatchObject([{ id: from, documentsCount: 2 }]);
  });

  it('the merge changes nothing when it is cancelled before it starts', async () => {
    await documents(2, [from]);
    const { taskId } = (await merge(from, into)).body;
    expect((await api.post(`${base}/tasks/${taskId}/cancel`)).status).toBe(202);
    await app.drain();
    expect((await tags()).map(({ documentsCount }) => documentsCount).sort()).toEqual([0, 2]);
  });

  it('both merges end when two tags are merged into each other', async () => {
    await documents(700, [from]);
    await documents(700, [into]);
    const taskIds = [(await merge(from, into)).body.taskId, (await merge(into, from)).body.taskId];
    await app.drain();
    const statuses = await Promise.all(taskIds.map(async (taskId) => (await task(taskId)).status));
    expect(statuses.sort()).toEqual(['cancelled', 'completed']);
    expect((await tags()).map(({ documentsCount }) => documentsCount)).toEqual([1_400]);
  });

  it('the merge refuses a tag of another organization, an unknown one and itself', async () => {
    const other = await app.anArchive();
    const foreign = await other.api.post<{ tag: { id: string } }>(`/api/organizations/${other.organizationId}/tags`, {
      name: 'Foreign',
      color: '#00ff00',
    });
    const outcome = async (tagId: string, intoTagId: string) => {
      const { status, body } = await merge(tagId, intoTagId);
      return [status, body.error?.code];
    };
    expect(await outcome(from, foreign.body.tag.id)).toEqual([404, 'tags.not_found']);
    expect(await outcome(foreign.body.tag.id, into)).toEqual([404, 'tags.not_found']);
    expect(await outcome(from, from)).toEqual([400, 'tags.merged_into_itself']);
    expect(await outcome(from, '__proto__')).toEqual([400, 'server.invalid_request.body']);
  });
});

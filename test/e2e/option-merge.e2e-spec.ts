import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MergeOptions, type MergeOptionsData } from '#automation/tagging-rules';
import { Tasks, type TaskProgress } from '#archive/tasks';
import type { Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
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
interface Rule {
  id: string;
  updatedAt: string;
  conditions: { operator: string; value: string }[];
  changes: { value: unknown }[];
}

describe('merging an option into another one', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;
  let propertyId: string;
  let from: string;
  let into: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
    const { body } = await api.put<{ propertyDefinition: { id: string } }>(
      `${base}/custom-properties/by-role/correspondent`,
      {},
    );
    propertyId = body.propertyDefinition.id;
    [from, into] = [await anOption('Stadtwerk'), await anOption('Stadtwerke')];
  });

  const pathOf = (id = propertyId): string => `${base}/custom-properties/${id}/options`;
  const anOption = async (name: string): Promise<string> =>
    (await api.post<{ option: { id: string } }>(pathOf(), { name })).body.option.id;
  const documents = async (count: number, optionId: string): Promise<string[]> => {
    const ids = (await addDocumentRows(app, organizationId, count)).map(({ id }) => id);
    await poolOf(app).query(
      `insert into document_custom_property (document_id, property_id, option_id) select d, $2, $3 from unnest($1::text[]) d`,
      [ids, propertyId, optionId],
    );
    return ids;
  };
  const merge = (optionId: string, intoOptionId: string, id = propertyId) =>
    api.post<{ taskId: string; error?: { code: string } }>(`${pathOf(id)}/${optionId}/merge`, { intoOptionId });
  const task = async (taskId: string): Promise<Task> =>
    (await api.get<{ task: Task }>(`${base}/tasks/${taskId}`)).body.task;
  const counts = async (): Promise<[string, number][]> => {
    const { options } = (await api.get<{ options: { id: string; documentsCount: number }[] }>(pathOf())).body;
    return options.map(({ id, documentsCount }) => [id, documentsCount]);
  };
  const events = async (name: string): Promise<number> => {
    const { rows } = await poolOf(app).query<{ count: number }>(
      'select count(*)::int as count from event where organization_id = $1 and name = $2',
      [organizationId, name],
    );
    return rows[0]?.count ?? 0;
  };

  it('the merge gives all documents the other option, those in the trash too, records each and deletes the first', async () => {
    await documents(DOCUMENTS, from);
    await documents(2, into);
    const [trashed] = await documents(1, from);
    await api.delete(`${base}/documents/${trashed}`);
    const answer = await merge(from, into);
    expect(answer.status).toBe(202);
    await app.drain();
    expect(await task(answer.body.taskId)).toMatchObject({
      status: 'completed',
      progress: { processed: DOCUMENTS + 1, total: DOCUMENTS + 1 },
      result: { documentsCount: DOCUMENTS + 1, taggingRulesCount: 0 },
    });
    expect(await counts()).toEqual([[into, DOCUMENTS + 2]]);
    expect(await events('document:property:changed')).toBe(DOCUMENTS + 1);
    await api.post(`${base}/documents/${trashed}/restore`);
    expect(await counts()).toEqual([[into, DOCUMENTS + 3]]);
  });

  it('the merge changes rules that ask for the option or set it, and no others', async () => {
    const aRule = async (fields: object): Promise<Rule> =>
      (await api.post<{ taggingRule: Rule }>(`${base}/tagging-rules`, { name: 'Rule', tagIds: [], ...fields })).body
        .taggingRule;
    const condition = (value: string, operator = 'equal') => ({
      ...{ field: 'property', propertyDefinitionId: propertyId, operator, value },
    });
    const change = (value: string) => ({ kind: 'property', propertyDefinitionId: propertyId, value });
    const asks = await aRule({ conditions: [condition(from), condition(from, 'not_equal')], changes: [change(into)] });
    const sets = await aRule({ conditions: [], changes: [change(from)] });
    const other = await aRule({ conditions: [condition(into)], changes: [change(into)] });
    const { taskId } = (await merge(from, into)).body;
    await app.drain();
    expect(await task(taskId)).toMatchObject({ status: 'completed', result: { taggingRulesCount: 2 } });
    const now = async ({ id }: Rule) =>
      (await api.get<{ taggingRule: Rule }>(`${base}/tagging-rules/${id}`)).body.taggingRule;
    expect((await now(asks)).conditions.map(({ operator, value }) => [operator, value])).toEqual([
      ['equal', into],
      ['not_equal', into],
    ]);
    expect((await now(sets)).changes).toMatchObject([{ value: into }]);
    expect((await now(sets)).updatedAt > sets.updatedAt).toBe(true);
    expect(await now(other)).toEqual(other);
  });

  it('the rules that ask for the other option after a merge are those that run for the next document', async () => {
    const tag = await api.post<{ tag: { id: string } }>(`${base}/tags`, { name: 'Energy', color: '#00ff00' });
    const setsIt = { kind: 'property', propertyDefinitionId: propertyId, value: from };
    await api.post(`${base}/tagging-rules`, {
      ...{ name: 'Sets it', conditions: [{ field: 'name', operator: 'contains', value: 'bill' }] },
      ...{ tagIds: [tag.body.tag.id], changes: [setsIt] },
    });
    await api.upload(organizationId, { name: 'bill one.txt', content: 'one' });
    await app.drain();
    expect(await counts()).toEqual([
      [from, 1],
      [into, 0],
    ]);
    await merge(from, into);
    await app.drain();
    await api.upload(organizationId, { name: 'bill two.txt', content: 'two' });
    await app.drain();
    expect(await counts()).toEqual([[into, 2]]);
  });

  it('the merge of options of which documents have several keeps each once, in their order', async () => {
    const made = await api.post<{ propertyDefinition: { id: string; options: { id: string }[] } }>(
      `${base}/custom-properties`,
      { type: 'multi_select', name: 'Several', options: ['A', 'B', 'C'].map((name) => ({ name })) },
    );
    const { id, options } = made.body.propertyDefinition;
    const [a = '', b = '', c = ''] = options.map((option) => option.id);
    const [one, two] = (await addDocumentRows(app, organizationId, 2)).map((document) => document.id);
    const value = `custom-properties/${id}`;
    await api.put(`${base}/documents/${one}/${value}`, { value: [c, a, b] });
    await api.put(`${base}/documents/${two}/${value}`, { value: [b] });
    await merge(a, b, id);
    await app.drain();
    const valuesOf = async (documentId: string | undefined) =>
      (
        await api.get<{ customProperties: { value: { name: string }[] }[] }>(
          `${base}/documents/${documentId}/custom-properties`,
        )
      ).body.customProperties[0]?.value.map(({ name }) => name);
    expect([await valuesOf(one), await valuesOf(two)]).toEqual([['C', 'B'], ['B']]);
  });

  it('the merge of options continues after an interruption and counts nothing twice', async () => {
    await documents(DOCUMENTS, from);
    const tasks = app.app.get(Tasks, { strict: false });
    const interruption = new AbortController();
    const advance = tasks.advance.bind(tasks);
    tasks.advance = async (tx: Transaction, ctx: OrganizationScope, taskId: string, progress: TaskProgress) => {
      await advance(tx, ctx, taskId, progress);
      interruption.abort(new Error('the process stops'));
    };
    const { taskId } = (await merge(from, into)).body;
    try {
      const { rows } = await poolOf(app).query<{ data: MergeOptionsData }>(
        `select data from job.job where name = 'property-option.merge' and data ->> 'taskId' = $1`,
        [taskId],
      );
      const [job] = rows;
      if (!job) throw new Error('there is no job');
      const work = app.app.get(MergeOptions, { strict: false }).handle({ data: job.data, signal: interruption.signal });
      await expect(work).rejects.toThrow();
    } finally {
      tasks.advance = advance;
    }
    expect((await task(taskId)).progress.processed).toBeLessThan(DOCUMENTS);
    await app.drain();
    expect(await task(taskId)).toMatchObject({ status: 'completed', progress: { processed: DOCUMENTS } });
    expect(await counts()).toEqual([[into, DOCUMENTS]]);
  });

  it('the merge keeps the option of all documents when the other one is deleted in the meantime', async () => {
    await documents(2, from);
    const { taskId } = (await merge(from, into)).body;
    await api.delete(`${pathOf()}/${into}`);
    await app.drain();
    const ended = await task(taskId);
    expect(ended.status).toBe('cancelled');
    expect(ended.error).toContain('was deleted');
    expect(await counts()).toEqual([[from, 2]]);
  });

  it('the merge refuses an option of another property or organization, an unknown one and itself', async () => {
    const other = await app.anArchive();
    const theirs = `/api/organizations/${other.organizationId}/custom-properties`;
    const type = await api.put<{ propertyDefinition: { id: string } }>(
      `${base}/custom-properties/by-role/document_type`,
      {},
    );
    const typeId = type.body.propertyDefinition.id;
    const invoice = await api.post<{ option: { id: string } }>(pathOf(typeId), { name: 'Invoice' });
    const outcome = async (optionId: string, intoOptionId: string, id = propertyId) => {
      const { status, body } = await merge(optionId, intoOptionId, id);
      return [status, body.error?.code];
    };
    const unknown = [404, 'custom_property_select_option.unknown'];
    expect(await outcome(from, invoice.body.option.id)).toEqual(unknown);
    expect(await outcome(from, into, typeId)).toEqual(unknown);
    expect(await outcome(from, from)).toEqual([400, 'custom_property_select_option.merged_into_itself']);
    expect(await outcome(from, '__proto__')).toEqual([400, 'server.invalid_request.body']);
    const foreign = await other.api.post(`${theirs}/${propertyId}/options/${from}/merge`, { intoOptionId: into });
    expect(foreign.status).toBe(404);
  });
});

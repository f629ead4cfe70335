import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ScheduledTasks } from '#ground/jobs';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows, poolOf } from '../support/rows.js';

const DOCUMENTS = 620;

interface Rule {
  id: string;
  conditions: { field: string; value: string; propertyDefinitionId: string | null }[];
  changes: { kind: string; propertyDefinitionId: string | null; value: unknown }[];
}
interface Task {
  type: string;
  status: string;
  isUndoable: boolean;
  result: Record<string, unknown> | null;
}

describe('tagging rules with conditions on facts and with changes', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;
  let rules: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
    rules = `${base}/tagging-rules`;
  });

  const aTag = async (name: string): Promise<string> =>
    (await api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#00ff00' })).body.tag.id;
  const aProperty = async (type: string, options?: string[]) => {
    const body = { name: `The ${type}`, type, ...(options && { options: options.map((name) => ({ name })) }) };
    const { body: created } = await api.post<{
      propertyDefinition: { id: string; options: { id: string; name: string }[] };
    }>(`${base}/custom-properties`, body);
    return created.propertyDefinition;
  };
  const save = (fields: object) =>
    api.post<{ taggingRule: Rule; error?: { code: string } }>(rules, {
      ...{ name: 'Rule', conditions: [], tagIds: [] },
      ...fields,
    });
  const aRule = async (fields: object): Promise<Rule> => {
    const { status, body } = await save(fields);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.taggingRule;
  };
  const task = async (taskId: string): Promise<Task> => {
    await app.drain();
    return (await api.get<{ task: Task }>(`${base}/tasks/${taskId}`)).body.task;
  };
  const apply = async (ruleId: string, query = ''): Promise<{ taskId: string } & Task> => {
    const { body } = await api.post<{ taskId: string }>(`${rules}/${ruleId}/apply${query}`);
    return { ...body, ...(await task(body.taskId)) };
  };
  const undo = async (taskId: string) => api.post<{ taskId: string }>(`${base}/tasks/${taskId}/undo`);
  const document = async (id: string) =>
    (await api.get<{ document: Record<string, unknown> & { name: string } }>(`${base}/documents/${id}`)).body.document;
  /**
   * Hashes over all rows about the documents that a rule can change. Left out are the time of the last change of a
   * document, which says that something happened, and activity and events, which only grow.
   */
  const state = async (): Promise<string> => {
    const hashes: unknown[] = [];
    for (const from of [
      `(select to_jsonb(d) - 'updated_at' from document d where d.organization_id = $1)`,
      `(select to_jsonb(t) from document_tag t join document d on d.id = t.document_id where d.organization_id = $1)`,
      `(select to_jsonb(v) from document_custom_property v join document d on d.id = v.document_id
         where d.organization_id = $1)`,
      `(select to_jsonb(s) from search_segments_text s join document d on d.id = s.document_id
         where d.organization_id = $1)`,
    ]) {
      const { rows } = await poolOf(app).query(
        `select count(*)::int as count, md5(coalesce(string_agg(row::text, ',' order by row::text), '')) as hash from ${from} x(row)`,
        [organizationId],
      );
      hashes.push(rows[0]);
    }
    return JSON.stringify(hashes);
  };

  it('a rule reports how many documents would change, changes them, and undoes all of it', async () => {
    const number = await aProperty('number');
    const choice = await aProperty('select', ['Open', 'Done']);
    const many = await addDocumentRows(app, organizationId, DOCUMENTS);
    const [first, second, other] = many.map(({ id }) => id);
    await api.put(`${base}/documents/${first}/custom-properties/${number.id}`, { value: 5 });
    await api.put(`${base}/documents/${second}/custom-properties/${number.id}`, { value: 7 });
    await api.patch(`${base}/documents/${other}`, { documentDate: '2020-02-03' });
    const rule = await aRule({
      tagIds: [await aTag('A'), await aTag('B')],
      conditions: [
        { field: 'source', operator: 'equal', value: 'upload' },
        { field: 'size', operator: 'less_than', value: '11' },
      ],
      changes: [
        { kind: 'property', propertyDefinitionId: number.id, value: 7 },
        { kind: 'property', propertyDefinitionId: choice.id, value: choice.options[0]?.id },
        { kind: 'documentDate', value: '2024-05-06' },
        { kind: 'name', value: '{date} {name}' },
      ],
    });
    // Rows that were written by hand get into the index of the search with their first new name.
    await apply((await aRule({ changes: [{ kind: 'name', value: 'letter.txt' }] })).id);
    const before = await state();
    const expected = {
      documentsCount: DOCUMENTS,
      tagsAdded: 2 * DOCUMENTS,
      propertiesSet: 2 * DOCUMENTS - 1,
      datesSet: DOCUMENTS,
      namesSet: DOCUMENTS,
    };
    const foreseen = await apply(rule.id, '?dryRun=true');
    expect(foreseen).toMatchObject({
      type: 'preview-tagging-rule',
      isUndoable: false,
      result: { dryRun: true, ...expected },
    });
    expect(await state()).toBe(before);
    const run = await apply(rule.id);
    expect(run).toMatchObject({
      ...{ type: 'apply-tagging-rule-to-documents', status: 'completed', isUndoable: true },
      result: { dryRun: false, ...expected },
    });
    expect(await document(other ?? '')).toMatchObject({
      name: '2024-05-06 letter.txt',
      documentDate: '2024-05-06T00:00:00.000Z',
    });
    const { body: found } = await api.get<{ documentsCount: number }>(`${base}/documents?searchQuery=name:2024-05-06`);
    expect(found.documentsCount).toBe(DOCUMENTS);
    expect(await state()).not.toBe(before);
    const again = await apply(rule.id);
    expect(again.result).toMatchObject({ documentsCount: 0, tagsAdded: 0, propertiesSet: 0, datesSet: 0, namesSet: 0 });
    const undone = await undo(run.taskId);
    expect(undone.status).toBe(202);
    expect(await task(undone.body.taskId)).toMatchObject({
      type: 'undo-apply-tagging-rule-to-documents',
      status: 'completed',
      result: { changedCount: DOCUMENTS, skippedCount: 0 },
    });
    expect(await state()).toBe(before);
    expect((await undo(run.taskId)).status).toBe(409);
  });

  it('undo keeps what others have changed since the run, and restores the rest', async () => {
    const text = await aProperty('text');
    const [one, two] = (await addDocumentRows(app, organizationId, 2)).map(({ id }) => id);
    const rule = await aRule({
      changes: [
        { kind: 'property', propertyDefinitionId: text.id, value: 'set' },
        { kind: 'name', value: 'renamed' },
        { kind: 'documentDate', value: 'upload-date' },
      ],
    });
    const run = await apply(rule.id);
    await api.patch(`${base}/documents/${one}`, { name: 'mine' });
    const { body } = await undo(run.taskId);
    expect(await task(body.taskId)).toMatchObject({
      result: { changedCount: 2, skippedCount: 1, skippedDocumentIds: [one] },
    });
    expect(await document(one ?? '')).toMatchObject({ name: 'mine', documentDate: null });
    expect(await document(two ?? '')).toMatchObject({ name: 'many', documentDate: null });
    const { body: back } = await undo(body.taskId); // an undo can be undone in turn
    await task(back.taskId);
    expect(await document(two ?? '')).toMatchObject({ name: 'renamed' });
  });

  it('keeps the changes of a rule that a client replaces without knowing them', async () => {
    const tagId = await aTag('A');
    const rule = await aRule({ tagIds: [tagId], changes: [{ kind: 'name', value: '{year} {name}' }] });
    const known = {
      name: 'Renamed',
      conditions: [{ field: 'name', operator: 'contains', value: 'x' }],
      tagIds: [tagId],
    };
    expect((await api.put(`${rules}/${rule.id}`, known)).status).toBe(204);
    const { body } = await api.get<{ taggingRule: Rule }>(`${rules}/${rule.id}`);
    expect(body.taggingRule).toMatchObject({
      name: 'Renamed',
      changes: [{ kind: 'name', propertyDefinitionId: null, value: '{year} {name}' }],
    });
  });

  it('a rule refuses conditions and changes without meaning, and names the reason', async () => {
    const text = await aProperty('text');
    const choice = await aProperty('select', ['Open']);
    const unknown = `cpd_${'a'.repeat(24)}`;
    const tagIds = [await aTag('A')];
    const refused = async (fields: object) => {
      const { status, body } = await save({ tagIds, ...fields });
      return `${status} ${body.error?.code}`;
    };
    const condition = (field: string, operator: string, value?: string, more: object = {}) =>
      refused({ conditions: [{ field, operator, ...(value !== undefined && { value }), ...more }] });
    const onText = { propertyDefinitionId: text.id };
    expect([
      await condition('source', 'contains', 'mail'),
      await condition('source', 'equal', 'fax'),
      await condition('size', 'equal', '-1'),
      await condition('documentDate', 'before', '2024-02-30'),
      await condition('name', 'is_set'),
      await condition('property', 'greater_than', '1', onText),
      await refused({ changes: [{ kind: 'name', value: '{sender}' }] }),
      await refused({ changes: [{ kind: 'documentDate', value: 'tomorrow' }] }),
      await refused({
        changes: [
          { kind: 'name', value: 'a' },
          { kind: 'name', value: 'b' },
        ],
      }),
    ]).toEqual(Array(9).fill('400 tagging-rules.invalid'));
    expect(
      [
        await condition('name', 'equal'),
        await condition('property', 'equal', 'x'),
        await refused({ tagIds: [] }),
        await refused({ changes: [{ kind: 'name', value: '' }] }),
        await refused({ changes: [{ kind: 'property', value: 1 }] }),
      ].map((answer) => answer.slice(0, 3)),
    ).toEqual(Array(5).fill('400'));
    const onUnknown = { propertyDefinitionId: unknown };
    expect(await condition('property', 'equal', 'x', onUnknown)).toBe('404 custom_property_definition.not_found');
    expect(await condition('property', 'equal', 'cpso_x', { propertyDefinitionId: choice.id })).toBe(
      '400 custom_property_select_option.not_found',
    );
    expect(await refused({ changes: [{ kind: 'property', propertyDefinitionId: text.id, value: 5 }] })).toBe(
      '400 custom_property_value.invalid',
    );
    expect((await condition('documentDate', 'is_set')).slice(0, 3)).toBe('200');
  });

  it('a rule with a deleted property in its conditions matches nothing, and skips changes of deleted properties', async () => {
    const [text, number] = [await aProperty('text'), await aProperty('number')];
    const [id] = (await addDocumentRows(app, organizationId, 1)).map((row) => row.id);
    const byProperty = await aRule({
      tagIds: [await aTag('A')],
      conditionMatchMode: 'any',
      conditions: [
        { field: 'property', operator: 'is_not_set', propertyDefinitionId: text.id },
        { field: 'name', operator: 'equal', value: 'many' },
      ],
    });
    const setting = await aRule({
      changes: [
        { kind: 'property', propertyDefinitionId: text.id, value: 'x' },
        { kind: 'property', propertyDefinitionId: number.id, value: 3 },
      ],
    });
    expect((await apply(byProperty.id, '?dryRun=true')).result).toMatchObject({ documentsCount: 1 });
    await api.delete(`${base}/custom-properties/${text.id}`);
    expect((await apply(byProperty.id, '?dryRun=true')).result).toMatchObject({ documentsCount: 0 });
    expect((await apply(setting.id)).result).toMatchObject({ documentsCount: 1, propertiesSet: 1 });
    expect(await document(id ?? '')).toMatchObject({ tags: [] });
    const off = {
      ...{ name: 'Off', enabled: false, conditionMatchMode: 'any' },
      conditions: [{ field: 'property', operator: 'is_not_set', propertyDefinitionId: text.id }],
    };
    expect((await api.put(`${rules}/${byProperty.id}`, { ...off, tagIds: [await aTag('B')] })).status).toBe(204);
    const { body } = await api.get<{ taggingRules: Rule[] }>(rules);
    expect(body.taggingRules[0]?.conditions[0]).toMatchObject({ value: '', propertyDefinitionId: text.id });
    expect(body.taggingRules[1]?.changes).toHaveLength(2);
  });

  describe('on a document that comes in', () => {
    interface Run {
      id: string;
      documentName: string;
      rules: { id: string; name: string }[];
      changes: { kind: string; tagId: string | null; before: unknown; after: unknown }[];
      undoneAt: string | null;
    }

    const upload = async (name: string): Promise<string> => {
      const { body } = await api.upload(organizationId, { name, content: `the text of ${name}` });
      await app.drain();
      return body.document.id;
    };
    const runs = async (query = ''): Promise<Run[]> => {
      const { body } = await api.get<{ runs: Run[]; runsCount: number }>(`${rules}/runs${query}`);
      expect(body.runsCount).toBe(body.runs.length);
      return body.runs;
    };
    const undoRun = (id: string) =>
      api.post<{ run: Run; skipped: Run['changes']; error?: { code: string } }>(`${rules}/runs/${id}/undo`);

    it('a document records what its rules have changed as one run, which is undone once', async () => {
      const [tagId, text] = [await aTag('A'), await aProperty('text')];
      const one = await aRule({
        name: 'One',
        tagIds: [tagId],
        conditions: [{ field: 'type', operator: 'starts_with', value: 'text/' }],
        changes: [
          { kind: 'property', propertyDefinitionId: text.id, value: 'set' },
          { kind: 'documentDate', value: '2024-05-06' },
        ],
      });
      const two = await aRule({ name: 'Two', changes: [{ kind: 'name', value: '{year}-{month}-{day} {name}' }] });
      await aRule({ name: 'Three', conditions: [{ field: 'name', operator: 'equal', value: 'no' }], tagIds: [tagId] });
      const id = await upload('letter.txt');
      expect(await document(id)).toMatchObject({
        name: '2024-05-06 letter.txt',
        documentDate: '2024-05-06T00:00:00.000Z',
        tags: [{ id: tagId }],
      });
      const [run, ...others] = await runs(`?documentId=${id}`);
      expect(others).toEqual([]);
      expect(run).toMatchObject({
        documentName: '2024-05-06 letter.txt',
        rules: [
          { id: one.id, name: 'One' },
          { id: two.id, name: 'Two' },
        ],
        changes: [
          { kind: 'tag', tagId, before: false, after: true },
          { kind: 'property', propertyDefinitionId: text.id, before: null, after: 'set' },
          { kind: 'documentDate', before: null, after: '2024-05-06T00:00:00.000Z' },
          { kind: 'name', before: 'letter.txt', after: '2024-05-06 letter.txt' },
        ],
        undoneAt: null,
      });
      expect(await runs(`?taggingRuleId=${two.id}`)).toHaveLength(1);
      expect(await runs(`?taggingRuleId=tr_${'a'.repeat(24)}`)).toEqual([]);
      await api.patch(`${base}/documents/${id}`, { documentDate: '2020-01-01' });
      const undone = await undoRun(run?.id ?? '');
      expect(undone.body.skipped).toEqual([
        {
          ...{ kind: 'documentDate', tagId: null, propertyDefinitionId: null },
          ...{ before: null, after: '2024-05-06T00:00:00.000Z' },
        },
      ]);
      expect(undone.body.run).toMatchObject({ documentName: 'letter.txt', undoneAt: expect.any(String) as unknown });
      expect(await document(id)).toMatchObject({
        name: 'letter.txt',
        documentDate: '2020-01-01T00:00:00.000Z', // changed by a user since
        tags: [],
      });
      const again = await undoRun(run?.id ?? '');
      expect([again.status, again.body.error?.code]).toEqual([409, 'tagging-rules.run-already-undone']);
      expect((await undoRun(`trn_${'a'.repeat(24)}`)).status).toBe(404);
    });

    it('a run of which nothing is left cannot be undone, until its changes are there again', async () => {
      await aRule({ changes: [{ kind: 'name', value: 'Invoice' }] });
      const id = await upload('letter.txt');
      const [run] = await runs();
      await api.patch(`${base}/documents/${id}`, { name: 'mine.txt' });
      const refused = await undoRun(run?.id ?? '');
      expect([refused.status, refused.body.error?.code]).toEqual([409, 'tagging-rules.run-changed-since']);
      expect(await runs()).toMatchObject([{ undoneAt: null, documentName: 'mine.txt' }]);
      await api.patch(`${base}/documents/${id}`, { name: 'Invoice.txt' });
      expect(await undoRun(run?.id ?? '')).toMatchObject({ status: 200, body: { skipped: [] } });
      expect(await document(id)).toMatchObject({ name: 'letter.txt' });
    });

    it('a run that changes nothing records nothing', async () => {
      await aRule({ tagIds: [await aTag('A')], conditions: [{ field: 'name', operator: 'equal', value: 'no' }] });
      await aRule({ changes: [{ kind: 'name', value: '{name}' }] });
      await upload('letter.txt');
      expect(await runs()).toEqual([]);
    });

    it('each document is checked once, so that rules that would start each other end after one pass', async () => {
      const text = await aProperty('text');
      const named = (value: string) => [{ field: 'name', operator: 'equal', value }];
      const valued = (value: string) => [
        { field: 'property', operator: 'equal', value, propertyDefinitionId: text.id },
      ];
      const set = (value: string) => ({ kind: 'property', propertyDefinitionId: text.id, value });
      await aRule({ conditions: named('a.txt'), changes: [{ kind: 'name', value: 'b' }] });
      await aRule({ conditions: named('b.txt'), changes: [{ kind: 'name', value: 'a' }, set('from name')] });
      await aRule({ conditions: named('a.txt'), changes: [set('one')] });
      await aRule({ conditions: valued('one'), changes: [set('two')] });
      await aRule({ conditions: valued('two'), changes: [set('one')] });
      const id = await upload('a.txt');
      expect(await document(id)).toMatchObject({ name: 'b.txt' });
      const { rows } = await poolOf(app).query(
        'select text_value from document_custom_property where document_id = $1',
        [id],
      );
      expect(rows).toEqual([{ text_value: 'one' }]);
      expect(await runs()).toHaveLength(1);
    });

    it('a document that is read again or restored keeps what people have corrected, and gets what is empty', async () => {
      const [tagId, text, note] = [await aTag('A'), await aProperty('text'), await aProperty('number')];
      await aRule({
        tagIds: [tagId],
        changes: [
          { kind: 'property', propertyDefinitionId: text.id, value: 'of the rule' },
          { kind: 'property', propertyDefinitionId: note.id, value: 5 },
          { kind: 'documentDate', value: '2024-05-06' },
          { kind: 'name', value: 'Invoice' },
        ],
      });
      const values = async (id: string) => {
        const { rows } = await poolOf(app).query<{ text: string | null; number: number | null }>(
          `select max(text_value) as text, max(number_value) as number from document_custom_property where document_id = $1`,
          [id],
        );
        return rows[0];
      };
      const id = await upload('letter.txt');
      expect(await document(id)).toMatchObject({ name: 'Invoice.txt' });
      await api.patch(`${base}/documents/${id}`, { name: 'Reminder.txt', documentDate: '2020-01-01' });
      await api.put(`${base}/documents/${id}/custom-properties/${text.id}`, { value: 'corrected' });
      await api.delete(`${base}/documents/${id}/custom-properties/${note.id}`);
      await api.delete(`${base}/documents/${id}/tags/${tagId}`);
      const corrected = { name: 'Reminder.txt', documentDate: '2020-01-01T00:00:00.000Z', tags: [{ id: tagId }] };
      expect((await api.post(`${base}/documents/${id}/reprocess`)).status).toBe(202);
      await app.drain();
      expect([await document(id), await values(id)]).toMatchObject([corrected, { text: 'corrected', number: 5 }]);
      await api.delete(`${base}/documents/${id}/custom-properties/${note.id}`);
      await api.delete(`${base}/documents/${id}`);
      expect(await upload('letter.txt')).toBe(id); // brings it back from the trash, with the name of this file
      const revived = { ...corrected, name: 'Invoice.txt' };
      expect([await document(id), await values(id)]).toMatchObject([revived, { text: 'corrected', number: 5 }]);
      await api.patch(`${base}/documents/${id}`, { name: 'letter.txt', documentDate: null });
      await api.post(`${base}/documents/${id}/reprocess`);
      await app.drain();
      expect(await document(id)).toMatchObject({ name: 'Invoice.txt', documentDate: '2024-05-06T00:00:00.000Z' });
    });

    it('the oldest rule decides when several set the same', async () => {
      for (const name of ['first', 'second']) await aRule({ changes: [{ kind: 'name', value: name }] });
      const id = await upload('letter.txt');
      expect(await document(id)).toMatchObject({ name: 'first.txt' });
    });

    it('at most 10,000 runs are counted, and listed by document and by rule', async () => {
      const rule = await aRule({ tagIds: [await aTag('A')] });
      const [one, two] = [await upload('one.txt'), await upload('two.txt')];
      await poolOf(app).query(
        `insert into tagging_rule_run (id, organization_id, document_id, rules, difference)
         select 'trn_' || lpad(number::text, 24, '0'), $1, $2, '[]', '{"tags":{"added":[],"removed":[]},"properties":[]}'
         from generate_series(1, 10050) number`,
        [organizationId, two],
      );
      const count = async (query: string) =>
        (await api.get<{ runsCount: number }>(`${rules}/runs?pageSize=1${query}`)).body.runsCount;
      expect(await count('')).toBe(10_000);
      expect(await count(`&documentId=${one}`)).toBe(1);
      expect(await count(`&taggingRuleId=${rule.id}`)).toBe(2);
      expect(await runs(`?documentId=${one}&taggingRuleId=${rule.id}`)).toHaveLength(1);
    });

    it('runs are removed after 30 days', async () => {
      await aRule({ tagIds: [await aTag('A')] });
      await upload('old.txt');
      await poolOf(app).query(`update tagging_rule_run set created_at = now() - interval '31 days'`);
      await upload('new.txt');
      await app.app.get(ScheduledTasks).run('remove-old-rule-runs', new AbortController().signal);
      expect((await runs()).map(({ documentName }) => documentName)).toEqual(['new.txt']);
    });
  });
});

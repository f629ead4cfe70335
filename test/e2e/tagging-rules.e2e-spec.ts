import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Permission } from '#ground/http-kit';
import { UnitOfWork, sqlOver } from '#ground/database';
import { CreateApiKey } from '#people/auth';
import { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface Rule {
  id: string;
  name: string;
  description: string | null;
  enabled: boolean;
  conditionMatchMode: string;
  conditions: { field: string; operator: string; value: string; isCaseSensitive: boolean }[];
  actions: { tagId: string; tag: { name: string } }[];
}
interface RuleBody {
  taggingRule: Rule;
}
interface Task {
  id: string;
  type: string;
  status: string;
  progress: { processed: number; total: number | null };
  result: { dryRun: boolean; documentsCount: number; tagsAdded: number; documentIds: string[] } | null;
  error: string | null;
}

const contains = (value: string, field = 'content') => [{ field, operator: 'contains', value }];

describe('tagging rules', () => {
  let app: TestApp;
  let api: ApiClient;
  let userId: string;
  let organizationId: string;
  let base: string;
  let rules: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const freshArchive = async () => {
    ({ api, organizationId, userId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
    rules = `${base}/tagging-rules`;
  };
  const aTag = async (name: string): Promise<string> => {
    const { body } = await api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#00ff00' });
    return body.tag.id;
  };
  const aRule = async (fields: object): Promise<string> => {
    const { status, body } = await api.post<RuleBody>(rules, { name: 'Rule', conditions: [], ...fields });
    expect(status).toBe(200);
    return body.taggingRule.id;
  };
  const aDocument = async (name: string, content: string): Promise<string> =>
    (await api.upload(organizationId, { name, content })).body.document.id;
  const tagsOf = async (documentId: string): Promise<string[]> => {
    const { body } = await api.get<{ document: { tags: { name: string }[] } }>(`${base}/documents/${documentId}`);
    return body.document.tags.map((tag) => tag.name);
  };
  const apply = async (ruleId: string, query = ''): Promise<string> => {
    const { status, body } = await api.post<{ taskId: string }>(`${rules}/${ruleId}/apply${query}`);
    expect(status).toBe(202);
    return body.taskId;
  };
  const task = async (taskId: string): Promise<Task> =>
    (await api.get<{ task: Task }>(`${base}/tasks/${taskId}`)).body.task;
  const addedEvents = async (): Promise<{ documentId: string; tagId: string }[]> => {
    const rows = await sqlOver(app.app.get(UnitOfWork).db).query<{ payload: { documentId: string; tagId: string } }>(
      `select payload from event where organization_id = $1 and name = 'document:tag:added' order by position`,
      [organizationId],
    );
    return rows.map((row) => row.payload);
  };

  describe('create, read, update and delete', () => {
    beforeAll(freshArchive);

    it('creates, lists (oldest first), reads, replaces and deletes a tagging rule', async () => {
      const [invoice, paid] = [await aTag('Invoice'), await aTag('Paid')];
      const created = await api.post<RuleBody>(rules, {
        name: ' Invoices ',
        description: 'from the utility',
        conditionMatchMode: 'any',
        conditions: [...contains('kWh'), { field: 'name', operator: 'starts_with', value: 'Invoice' }],
        tagIds: [paid, invoice, paid],
      });
      expect(created.status).toBe(200);
      const { taggingRule: rule } = created.body;
      expect(rule).toMatchObject({
        id: expect.stringMatching(/^tr_[a-z0-9]{24}$/) as unknown,
        organizationId,
        name: ' Invoices ',
        description: 'from the utility',
        enabled: true,
        conditionMatchMode: 'any',
        conditions: [
          {
            id: expect.stringMatching(/^trc_/) as unknown,
            taggingRuleId: rule.id,
            value: 'kWh',
            isCaseSensitive: false,
          },
          { field: 'name', operator: 'starts_with', value: 'Invoice' },
        ],
        actions: [
          {
            id: expect.stringMatching(/^tra_/) as unknown,
            tagId: paid,
            tag: { id: paid, name: 'Paid', color: '#00FF00' },
          },
          { tagId: invoice, tag: { name: 'Invoice' } },
        ],
      });
      const second = await aRule({ name: 'Second', tagIds: [invoice] });
      const { body: listed } = await api.get<{ taggingRules: Rule[] }>(rules);
      expect(listed.taggingRules.map((each) => each.id)).toEqual([rule.id, second]);
      expect(listed.taggingRules[0]).toEqual(rule);

      const replaced = await api.put(`${rules}/${rule.id}`, {
        name: 'Renamed',
        conditions: [{ field: 'name', operator: 'equal', value: 'x' }],
        tagIds: [invoice],
      });
      expect([replaced.status, replaced.body]).toEqual([204, '']);
      const { body: read } = await api.get<RuleBody>(`${rules}/${rule.id}`);
      expect(read.taggingRule).toMatchObject({
        name: 'Renamed',
        description: 'from the utility',
        enabled: true,
        conditionMatchMode: 'all',
      });
      expect(read.taggingRule.conditions.map(({ value }) => value)).toEqual(['x']);
      expect(read.taggingRule.actions.map(({ tagId }) => tagId)).toEqual([invoice]);

      await api.put(`${rules}/${rule.id}`, { name: 'Off', enabled: false, conditions: [], tagIds: [invoice] });
      await api.put(`${rules}/${rule.id}`, { name: 'Still off', conditions: [], tagIds: [invoice] });
      expect((await api.get<RuleBody>(`${rules}/${rule.id}`)).body.taggingRule.enabled).toBe(false);

      expect((await api.delete(`${rules}/${rule.id}`)).status).toBe(204);
      const notFound = { status: 404, body: { error: { code: 'tagging-rules.not-found' } } };
      expect(await api.get(`${rules}/${rule.id}`)).toMatchObject(notFound);
      expect(await api.delete(`${rules}/${rule.id}`)).toMatchObject(notFound);
      expect(await api.post(`${rules}/${rule.id}/apply`)).toMatchObject(notFound);
      expect(await api.put(`${rules}/${rule.id}`, { name: 'x', conditions: [], tagIds: [invoice] })).toMatchObject(
        notFound,
      );
    });

    it('removes a deleted tag from the actions of a tagging rule', async () => {
      const [keep, lose] = [await aTag('Keep'), await aTag('Lose')];
      const id = await aRule({ tagIds: [keep, lose] });
      await api.delete(`${base}/tags/${lose}`);
      expect((await api.get<RuleBody>(`${rules}/${id}`)).body.taggingRule.actions.map(({ tagId }) => tagId)).toEqual([
        keep,
      ]);
    });

    it('rejects a tagging rule with an unknown or foreign tag with 404 and stores nothing', async () => {
      const own = await aTag('Own');
      const id = await aRule({ name: 'Before', tagIds: [own] });
      const before = await api.get(rules);
      const other = await app.anArchive('Elsewhere');
      const foreign = await other.api.post<{ tag: { id: string } }>(`/api/organizations/${other.organizationId}/tags`, {
        name: 'Foreign',
        color: '#ffffff',
      });
      for (const tagId of [foreign.body.tag.id, `tag_${'0'.repeat(24)}`]) {
        const body = { name: 'After', conditions: [], tagIds: [own, tagId] };
        const notFound = { status: 404, body: { error: { code: 'tags.not_found' } } };
        expect(await api.post(rules, body)).toMatchObject(notFound);
        expect(await api.put(`${rules}/${id}`, body)).toMatchObject(notFound);
      }
      expect((await api.get(rules)).body).toEqual(before.body);
      const elsewhere = `/api/organizations/${other.organizationId}/tagging-rules/${id}`;
      expect(await other.api.get(elsewhere)).toMatchObject({ status: 404 });
      expect(await other.api.delete(elsewhere)).toMatchObject({ status: 404 });
      expect(await other.api.post(`${elsewhere}/apply`)).toMatchObject({ status: 404 });
    });

    it.each<[string, object, string]>([
      ['no name', { name: '' }, 'name'],
      ['no tags', { tagIds: [] }, 'tagIds'],
      ['no conditions key', { conditions: undefined }, 'conditions'],
      ['eleven conditions', { conditions: Array.from({ length: 11 }, () => contains('x')[0]) }, 'conditions'],
      ['an unknown field', { conditions: contains('x', 'notes') }, 'conditions.0.field'],
      [
        'an unknown operator',
        { conditions: [{ field: 'name', operator: 'sounds_like', value: 'x' }] },
        'conditions.0.operator',
      ],
      ['an empty value', { conditions: contains('') }, 'conditions.0.value'],
      ['a value of 257 letters', { conditions: contains('x'.repeat(257)) }, 'conditions.0.value'],
      ['a key that does not exist', { conditions: [{ ...contains('x')[0], regex: true }] }, 'conditions.0.regex'],
      ['null as description', { description: null }, 'description'],
      ['an unknown mode', { conditionMatchMode: 'none' }, 'conditionMatchMode'],
    ])('rejects a tagging rule with %s', async (_, change, path) => {
      const fine = { name: 'Rule', conditions: contains('x'), tagIds: [`tag_${'0'.repeat(24)}`] };
      const { status, body } = await api.post<{ error: { details: { path: string }[] } }>(rules, {
        ...fine,
        ...change,
      });
      expect([status, body.error.details[0]?.path]).toEqual([400, path]);
    });

    it('requires tagging-rules:read to read a rule and documents:update to apply it', async () => {
      const keyWith = async (...permissions: Permission[]) => {
        const { token } = await app.app
          .get(CreateApiKey, { strict: false })
          .execute({ userId, name: 'key', permissions });
        return new ApiClient(app.baseUrl, token);
      };
      const reader = await keyWith('tagging-rules:read');
      const id = await aRule({ tagIds: [await aTag('For keys')] });
      expect((await reader.get(rules)).status).toBe(200);
      expect(await reader.delete(`${rules}/${id}`)).toMatchObject({
        status: 403,
        body: { error: { code: 'auth.forbidden' } },
      });
      expect((await reader.post(`${rules}/${id}/apply`)).status).toBe(403);
      expect((await (await keyWith('tags:read', 'documents:update')).post(`${rules}/${id}/apply`)).status).toBe(202);
      expect((await (await keyWith('documents:update')).get(rules)).status).toBe(403);
      await app.drain();
    });
  });

  describe('on upload', () => {
    beforeAll(freshArchive);

    it('rules apply after extraction, are logged without a user, and do not run on edits', async () => {
      const [energy, all] = [await aTag('Energy'), await aTag('All')];
      await aRule({ conditions: contains('KILOWATT'), tagIds: [energy] });
      await aRule({ tagIds: [all] });
      await aRule({ conditions: contains('nothing of the kind'), tagIds: [await aTag('Never')] });
      await aRule({ enabled: false, tagIds: [await aTag('Disabled')] });
      const id = await aDocument('bill.txt', '12 Kilowatt hours');
      expect(await tagsOf(id)).toEqual([]);
      await app.drain();
      expect(await tagsOf(id)).toEqual(['All', 'Energy']);
      const { body } = await api.get<{ activities: { event: string; userId: string | null; tagId: string | null }[] }>(
        `${base}/documents/${id}/activity`,
      );
      const tagged = body.activities.filter((activity) => activity.event === 'tagged');
      expect(tagged.map(({ tagId }) => tagId).sort()).toEqual([energy, all].sort());
      expect(tagged.map((activity) => activity.userId)).toEqual([null, null]);
      expect((await addedEvents()).filter((event) => event.documentId === id)).toHaveLength(2);

      await api.patch(`${base}/documents/${id}`, { content: 'nothing of the kind' });
      await app.drain();
      expect(await tagsOf(id)).toEqual(['All', 'Energy']);
    });

    it('rules apply to a document whose extraction failed', async () => {
      await aRule({ conditions: contains('.zzz', 'name'), tagIds: [await aTag('By name')] });
      const id = (await api.upload(organizationId, { name: 'thing.zzz', content: Uint8Array.of(0, 255, 3, 254) })).body
        .document.id;
      await app.drain();
      expect(await tagsOf(id)).toContain('By name');
    });

    it('rules run on the stored content, not on the file, when an upload restores a document from the trash', async () => {
      const file = { name: 'old.txt', content: 'the balance sheet' };
      const { body } = await api.upload(organizationId, file);
      await app.drain();
      const { id } = body.document;
      await api.patch(`${base}/documents/${id}`, { content: 'a text typed by hand' });
      await api.delete(`${base}/documents/${id}`);
      await aRule({ conditions: contains('typed by hand'), tagIds: [await aTag('Typed')] });
      await aRule({ conditions: contains('balance'), tagIds: [await aTag('Balance')] });
      await api.upload(organizationId, file);
      await app.drain();
      const tags = await tagsOf(id);
      expect(tags).toContain('Typed');
      expect(tags).not.toContain('Balance');
    });
  });

  describe('applied to existing documents', () => {
    beforeAll(freshArchive);

    it('a rule adds only missing tags, only to active documents, and reports the numbers in the task', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 6; index += 1)
        ids.push(await aDocument(`${index}.txt`, `number ${index} ${index < 4 ? 'Größe' : 'other'}`));
      await app.drain();
      const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids;
      const [one, two] = [await aTag('One'), await aTag('Two')];
      await api.post(`${base}/documents/${first}/tags`, { tagId: one });
      await api.post(`${base}/documents/${second}/tags`, { tagId: one });
      await api.post(`${base}/documents/${second}/tags`, { tagId: two });
      await api.delete(`${base}/documents/${third}`);
      for (const value of ['GRÖSSE', 'größe', 'number']) {
        const before = (await addedEvents()).length;
        // The process compares a value beyond ASCII itself; PostgreSQL compares a plain one.
        const rule = await aRule({
          enabled: false,
          conditions: [...contains(value), { field: 'name', operator: 'not_equal', value: '4.txt' }],
          tagIds: [one, two],
        });
        const expected = value === 'GRÖSSE' ? [] : value === 'größe' ? [first, fourth] : [ids[5] ?? ''];
        const pairs = value === 'größe' ? 3 : expected.length * 2;
        const preview = await apply(rule, '?dryRun=true');
        await app.drain();
        expect(await task(preview)).toMatchObject({
          type: 'preview-tagging-rule',
          status: 'completed',
          result: { dryRun: true, documentsCount: expected.length, tagsAdded: pairs },
        });
        expect(new Set((await task(preview)).result?.documentIds)).toEqual(new Set(expected));
        expect(await addedEvents()).toHaveLength(before);

        const taskId = await apply(rule);
        expect(await task(taskId)).toMatchObject({ status: 'pending', progress: { processed: 0, total: null } });
        await app.drain();
        expect(await task(taskId)).toMatchObject({
          type: 'apply-tagging-rule-to-documents',
          status: 'completed',
          progress: { processed: 5, total: 5 },
          result: { dryRun: false, documentsCount: expected.length, tagsAdded: pairs },
          error: null,
        });
        expect(new Set((await task(taskId)).result?.documentIds)).toEqual(new Set(expected));
        expect((await addedEvents()).slice(before)).toHaveLength(pairs);
      }
      expect(await tagsOf(first)).toEqual(['One', 'Two']);
      expect(await tagsOf(third)).toEqual([]);
      expect(await tagsOf(fourth)).toEqual(['One', 'Two']);
      expect(await tagsOf(fifth)).toEqual([]);
    });

    it('a task is cancelled when its rule is deleted first, and skips a tag that was deleted', async () => {
      const [keep, lose] = [await aTag('Kept'), await aTag('Lost')];
      const rule = await aRule({ tagIds: [keep, lose] });
      const taskId = await apply(rule);
      await api.delete(`${base}/tags/${lose}`);
      await app.drain();
      const done = await task(taskId);
      expect(done).toMatchObject({ status: 'completed' });
      expect(done.result?.tagsAdded).toBe(done.progress.processed);

      const late = await apply(rule);
      await api.delete(`${rules}/${rule}`);
      await app.drain();
      expect(await task(late)).toMatchObject({
        status: 'cancelled',
        error: 'The rule was deleted before it had been applied to all documents.',
      });
    });

    it('a task applies the conditions that the rule had when it was requested', async () => {
      const tag = await aTag('Snapshot');
      const rule = await aRule({ conditions: contains('number 5'), tagIds: [tag] });
      const taskId = await apply(rule);
      await api.put(`${rules}/${rule}`, { name: 'Everything', conditions: [], tagIds: [tag] });
      await app.drain();
      expect((await task(taskId)).result).toMatchObject({ documentsCount: 1 });
    });

    it('a dryRun that is neither true nor false is rejected with 400', async () => {
      const rule = await aRule({ tagIds: [await aTag('Query')] });
      expect(await api.post(`${rules}/${rule}/apply?dryRun=yes`)).toMatchObject({
        status: 400,
        body: { error: { code: 'server.invalid_request.query' } },
      });
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows, poolOf } from '../support/rows.js';

const ASYNC = { prefer: 'respond-async' };

interface TaskBody {
  id: string;
  type: string;
  status: string;
  result: { changedCount: number; skippedCount: number; skippedDocumentIds: string[]; undoUntil: string } | null;
  isCancellable: boolean;
  isUndoable: boolean;
  undoUntil: string | null;
  finishedAt: string | null;
}

describe('batches over HTTP', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;
  let ids: string[];

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
    ids = (await addDocumentRows(app, organizationId, 3)).map(({ id }) => id);
  });

  const batch = <Body = { taskId: string }>(route: string, body: object, headers: Record<string, string> = {}) =>
    api.post<Body>(`${base}/documents/batch/${route}`, body, headers);
  const task = async (taskId: string) => (await api.get<{ task: TaskBody }>(`${base}/tasks/${taskId}`)).body.task;
  const cancel = (taskId: string) => api.post(`${base}/tasks/${taskId}/cancel`);
  const undo = (taskId: string) => api.post<{ taskId: string }>(`${base}/tasks/${taskId}/undo`);
  const aTag = async (name: string) =>
    (await api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#112233' })).body.tag.id;
  const aProperty = async (body: object) => {
    const path = `${base}/custom-properties`;
    return (await api.post<{ propertyDefinition: { id: string } }>(path, body)).body.propertyDefinition.id;
  };
  /** Rows of the archive without the times of changes. */
  const rows = async (): Promise<unknown> => {
    const { rows: found } = await poolOf(app).query(
      `select to_jsonb(d) - 'updated_at' as document,
         (select jsonb_agg(tag_id order by tag_id) from document_tag where document_id = d.id) as tags,
         (select jsonb_agg(to_jsonb(v) order by property_id, position) from document_custom_property v
          where document_id = d.id) as properties
       from document d where organization_id = $1 order by id`,
      [organizationId],
    );
    return found;
  };

  /** Each operation with its body. The first document is in the state that it sets already. */
  const OPERATIONS: Record<string, () => Promise<{ body: object; type: string; changes: number }>> = {
    tags: async () => {
      const [one, two] = [await aTag('one'), await aTag('two')];
      await api.post(`${base}/documents/${ids[0]}/tags`, { tagId: one });
      await api.post(`${base}/documents/${ids[1]}/tags`, { tagId: two });
      return { body: { addTagIds: [one], removeTagIds: [two] }, type: 'change-tags', changes: 2 };
    },
    properties: async () => {
      const [amount, related] = [
        await aProperty({ type: 'number', name: 'Amount' }),
        await aProperty({ type: 'document_relation', name: 'Related' }),
      ];
      const setTo = (id: string, propertyId: string, value: unknown) =>
        api.put(`${base}/documents/${id}/custom-properties/${propertyId}`, { value });
      await setTo(ids[0] ?? '', amount, 42);
      await setTo(ids[1] ?? '', amount, 7);
      await setTo(ids[2] ?? '', related, [ids[0]]);
      const set = [{ propertyDefinitionId: amount, value: 42 }];
      return { body: { set, clear: [related] }, type: 'change-properties', changes: 2 };
    },
    date: async () => {
      await api.patch(`${base}/documents/${ids[0]}`, { documentDate: '2026-01-31' });
      await api.patch(`${base}/documents/${ids[1]}`, { documentDate: '0001-01-01' });
      return { body: { documentDate: '2026-01-31' }, type: 'change-dates', changes: 2 };
    },
    inbox: async () => {
      await api.patch(`${base}/documents/${ids[0]}`, { isInInbox: true });
      return { body: { isInInbox: true }, type: 'change-inbox', changes: 2 };
    },
    trash: async () => {
      await api.delete(`${base}/documents/${ids[0]}`);
      return { body: {}, type: 'trash-documents', changes: 2 };
    },
    restore: async () => {
      await api.delete(`${base}/documents/${ids[1]}`);
      await api.delete(`${base}/documents/${ids[2]}`);
      return { body: {}, type: 'restore-documents', changes: 2 };
    },
  };

  describe.each(Object.keys(OPERATIONS))('batch/%s', (route) => {
    it('changes a few documents before it responds, and in the background when the caller prefers that', async () => {
      const { body, type, changes } = (await OPERATIONS[route]?.()) ?? { body: {}, type: '', changes: 0 };
      const filter = { documentIds: ids };
      const before = await rows();
      const accepted = await batch(route, { filter, ...body }, ASYNC);
      expect([accepted.status, accepted.headers.get('preference-applied')]).toEqual([202, 'respond-async']);
      expect(await rows()).toEqual(before);
      await app.drain();
      const after = await rows();
      const done = await task(accepted.body.taskId);
      expect(done).toMatchObject({ type, status: 'completed', isUndoable: true, isCancellable: false });
      expect(done.result).toEqual({
        changedCount: changes,
        skippedCount: 0,
        skippedDocumentIds: [],
        undoUntil: new Date(Date.parse(done.finishedAt ?? '') + 3_600_000).toISOString(),
      });

      const undoing = await undo(accepted.body.taskId);
      expect(undoing.status).toBe(202);
      await app.drain();
      expect(await task(undoing.body.taskId)).toMatchObject({
        type: `undo-${type}`,
        status: 'completed',
        result: { changedCount: changes, skippedCount: 0 },
      });
      expect(await rows()).toEqual(before);
      expect(await undo(accepted.body.taskId)).toMatchObject({
        status: 409,
        body: { error: { code: 'tasks.already_undone' } },
      });

      const small = await batch(route, { filter, ...body });
      expect([small.status, small.headers.get('preference-applied')]).toEqual([
        ['inbox', 'trash'].includes(route) ? 200 : 204,
        null,
      ]);
      const withoutTimes = (value: unknown) => JSON.stringify(value).replace(/"deleted_at":"[^"]*"/g, '"trashed"');
      expect(withoutTimes(await rows())).toBe(withoutTimes(after));
    });

    it('rejects ids of another organization before there is a task', async () => {
      const { body } = (await OPERATIONS[route]?.()) ?? { body: {} };
      const other = await app.anArchive();
      const [foreign] = await addDocumentRows(app, other.organizationId, 1);
      const before = await rows();
      for (const headers of [ASYNC, {}]) {
        expect(await batch(route, { filter: { documentIds: [...ids, foreign?.id] }, ...body }, headers)).toMatchObject({
          status: 400,
          body: { error: { code: 'documents.batch.documents_not_from_organization' } },
        });
      }
      expect(await rows()).toEqual(before);
      expect((await api.get<{ tasksCount: number }>(`${base}/tasks`)).body.tasksCount).toBe(0);
    });
  });

  it('makes a task of more than 1,000 documents of a query', async () => {
    await addDocumentRows(app, organizationId, 1_000);
    const { status, body, headers } = await batch('date', { filter: { query: '' }, documentDate: '2026-01-31' });
    expect([status, headers.get('preference-applied')]).toEqual([202, null]);
    await app.drain();
    expect(await task(body.taskId)).toMatchObject({ status: 'completed', result: { changedCount: 1_003 } });
  });

  it('restores the whole trash with an empty query, and refuses any other query', async () => {
    await addDocumentRows(app, organizationId, 150, { trashed: true });
    expect(await batch('restore', { filter: { query: 'tag:one' } })).toMatchObject({
      status: 400,
      body: { error: { code: 'documents.batch.only_whole_trash' } },
    });
    const { status, body } = await batch('restore', { filter: { query: '' } });
    expect(status).toBe(202);
    await app.drain();
    expect(await task(body.taskId)).toMatchObject({ result: { changedCount: 150 } });
    expect((await api.get<{ documentsCount: number }>(`${base}/documents`)).body.documentsCount).toBe(153);
  });

  it('restores documents with long texts in the background, a few at a time', async () => {
    const trashed = (await addDocumentRows(app, organizationId, 3, { trashed: true })).map(({ id }) => id);
    await poolOf(app).query(`update document set content = repeat('otter ', 750000) where id = any($1)`, [trashed]);
    const { status, body } = await batch('restore', { filter: { documentIds: trashed } });
    expect(status).toBe(202);
    await app.drain();
    expect(await task(body.taskId)).toMatchObject({ status: 'completed', result: { changedCount: 3 } });
    const found = await api.get<{ documentsCount: number }>(`${base}/documents?searchQuery=content:otter`);
    expect(found.body.documentsCount).toBe(3);
  });

  it('changes properties of few documents in the background when the values are large', async () => {
    await addDocumentRows(app, organizationId, 498);
    const note = await aProperty({ type: 'text', name: 'Note' });
    const others = await Promise.all(
      Array.from({ length: 10 }, (_, number) => aProperty({ type: 'text', name: `Text ${number}` })),
    );
    const set = (propertyIds: string[]) => {
      const values = propertyIds.map((propertyDefinitionId) => ({ propertyDefinitionId, value: 'x'.repeat(9_999) }));
      return batch('properties', { filter: { query: '' }, set: values });
    };
    expect((await set([note])).status).toBe(204);
    expect((await set([note, ...others])).status).toBe(202);
  });

  it('finds documents again that were restored by a batch', async () => {
    const { body } = await api.upload(organizationId, { name: 'otter.txt', content: 'an otter' });
    await app.drain();
    const filter = { documentIds: [body.document.id] };
    await batch('trash', { filter });
    await batch('restore', { filter });
    const found = await api.get<{ documentsCount: number }>(`${base}/documents?searchQuery=otter`);
    expect(found.body.documentsCount).toBe(1);
  });

  it('says how many documents a filter selects', async () => {
    const count = async (filter: object) => (await batch<{ documentsCount: number }>('preview', { filter })).body;
    expect(await count({ query: '' })).toEqual({ documentsCount: 3 });
    expect(await count({ query: 'name:nothing' })).toEqual({ documentsCount: 0 });
    expect(await count({ documentIds: [ids[0], ids[1], ids[0]] })).toEqual({ documentsCount: 2 });
    expect(await batch('preview', { filter: { documentIds: [`doc_${'0'.repeat(24)}`] } })).toMatchObject({
      status: 400,
    });
  });

  it('cancels batches and other long tasks that wait, and undoes what a cancelled batch has done', async () => {
    const { body: batchTask } = await batch('date', { filter: { query: '' }, documentDate: null }, ASYNC);
    const { body: reprocessing } = await batch('reprocess', { filter: { query: '' } });
    for (const { taskId } of [batchTask, reprocessing]) {
      expect(await task(taskId)).toMatchObject({ status: 'pending', isCancellable: true });
      expect(await cancel(taskId)).toMatchObject({ status: 202, body: { taskId } });
      expect(await cancel(taskId)).toMatchObject({ status: 409, body: { error: { code: 'tasks.not_cancellable' } } });
    }
    await app.drain();
    expect(await task(reprocessing.taskId)).toMatchObject({ status: 'cancelled', isUndoable: false, undoUntil: null });
    expect((await undo(batchTask.taskId)).status).toBe(202);
    expect(await undo(reprocessing.taskId)).toMatchObject({
      status: 409,
      body: { error: { code: 'tasks.not_undoable' } },
    });
    const unknown = `task_${'0'.repeat(24)}`;
    for (const answer of [await cancel(unknown), await undo(unknown)])
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'tasks.not_found' } } });
  });

  it('undoes only what has ended within the last hour', async () => {
    const { body } = await batch('date', { filter: { query: '' }, documentDate: '2026-01-31' }, ASYNC);
    expect(await undo(body.taskId)).toMatchObject({ status: 409, body: { error: { code: 'tasks.not_ended' } } });
    await app.drain();
    await poolOf(app).query(`update task set finished_at = finished_at - interval '61 minutes' where id = $1`, [
      body.taskId,
    ]);
    expect(await task(body.taskId)).toMatchObject({ isUndoable: false });
    expect(await undo(body.taskId)).toMatchObject({ status: 409, body: { error: { code: 'tasks.undo_expired' } } });
  });

  it('cancels and undoes a batch only for a caller with the permissions of the batch', async () => {
    const { userId, api: all, organizationId: own } = await app.anArchive();
    await addDocumentRows(app, own, 1);
    const path = `/api/organizations/${own}`;
    const { body } = await all.post<{ taskId: string }>(
      `${path}/documents/batch/trash`,
      { filter: { query: '' } },
      ASYNC,
    );
    const { CreateApiKey } = await import('#people/auth');
    const key = { userId, name: 'editor', permissions: ['documents:update', 'documents:read'] as const };
    const { token } = await app.app.get(CreateApiKey, { strict: false }).execute(key);
    const refuses = async (action: string) => {
      const refused = await fetch(`${app.baseUrl}${path}/tasks/${body.taskId}/${action}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('documents:delete')]);
    };
    await refuses('cancel');
    await app.drain();
    await refuses('undo');
    expect((await all.post(`${path}/tasks/${body.taskId}/undo`)).status).toBe(202);
  });

  const PROPERTY = `cpd_${'0'.repeat(24)}`;
  it.each([
    ['date', 'no date', {}],
    ['date', 'something that is not a date', { documentDate: 'soon' }],
    ['date', 'a number', { documentDate: 5 }],
    ['properties', 'nothing to change', { set: [], clear: [] }],
    ['properties', 'a property twice', { set: [1, 2].map((value) => ({ propertyDefinitionId: PROPERTY, value })) }],
    [
      'properties',
      'a property in both lists',
      { set: [{ propertyDefinitionId: PROPERTY, value: 1 }], clear: [PROPERTY] },
    ],
    ['properties', 'an entry without a value', { set: [{ propertyDefinitionId: PROPERTY }] }],
    ['properties', 'an entry that is not an object', { set: [null] }],
    [
      'properties',
      'an unknown key in an entry',
      { set: [{ propertyDefinitionId: PROPERTY, value: 1, __proto__x: 1 }] },
    ],
    ['properties', '51 properties', { clear: Array.from({ length: 51 }, () => PROPERTY) }],
    ['preview', 'an unknown key', { documentDate: null }],
  ])('rejects batch/%s with %s', async (route, _what, body) => {
    expect(await batch(route, { filter: { query: '' }, ...body })).toMatchObject({
      status: 400,
      body: { error: { code: 'server.invalid_request.body' } },
    });
  });

  it('rejects unknown properties and values of the wrong type before there is a task', async () => {
    const amount = await aProperty({ type: 'number', name: 'Amount' });
    for (const headers of [ASYNC, {}]) {
      const set = (propertyDefinitionId: string, value: unknown) =>
        batch('properties', { filter: { documentIds: ids }, set: [{ propertyDefinitionId, value }] }, headers);
      expect((await set(PROPERTY, 1)).status).toBe(404);
      expect((await set(amount, 'many')).status).toBe(400);
    }
    expect((await api.get<{ tasksCount: number }>(`${base}/tasks`)).body.tasksCount).toBe(0);
  });
});

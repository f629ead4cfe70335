import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

interface DocumentBody {
  document: { id: string; createdAt: string; updatedAt: string };
}

describe('the payload of an event', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });

  const upload = async (name: string, content = 'Dear reader') => {
    const { body } = await api.upload<DocumentBody>(organizationId, { name, content, type: 'text/plain' });
    return body.document;
  };
  const aTag = async (name: string): Promise<string> =>
    (await api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#123456' })).body.tag.id;
  const payloads = async (name: string): Promise<object[]> => {
    const { rows } = await poolOf(app).query<{ payload: object }>(
      'select payload from event where organization_id = $1 and name = $2 order by position',
      [organizationId, name],
    );
    return rows.map(({ payload }) => payload);
  };

  it('the event has the name and the times of a document that was uploaded, or restored by an upload', async () => {
    const { id, createdAt, updatedAt } = await upload('letter.txt');
    expect(await payloads('document:created')).toEqual([{ documentId: id, name: 'letter.txt', createdAt, updatedAt }]);
    await api.delete(`${base}/documents/${id}`);
    const again = await upload('again.txt');
    expect(again).toMatchObject({ id, createdAt });
    expect((await payloads('document:created'))[1]).toEqual({
      documentId: id,
      name: 'again.txt',
      createdAt,
      updatedAt: again.updatedAt,
    });
  });

  it('the event has the changed fields of a document and never its content', async () => {
    const { id: documentId } = await upload('letter.txt');
    const document = `${base}/documents/${documentId}`;
    await api.patch(document, { name: 'bill.txt', documentDate: '2026-03-04', content: 'typed in' });
    await api.patch(document, { documentDate: null, notes: 'paid' });
    expect(await payloads('document:updated')).toEqual([
      {
        documentId,
        updatedFields: ['name', 'documentDate', 'content'],
        name: 'bill.txt',
        documentDate: '2026-03-04T00:00:00.000Z',
      },
      { documentId, updatedFields: ['documentDate', 'notes'], documentDate: null, notes: 'paid' },
    ]);
  });

  it('names the content as the changed field after an extraction', async () => {
    const { id: documentId } = await upload('letter.txt');
    await app.drain();
    expect(await payloads('document:updated')).toEqual([{ documentId, updatedFields: ['content'] }]);
    expect(await payloads('document:content:extracted')).toEqual([{ documentId, outcome: 'text' }]);
  });

  it('the event has the name of each tag that is added or removed by hand, by a batch or by a rule', async () => {
    const [bill, paid, old] = [await aTag('Bill'), await aTag('Paid'), await aTag('Old')];
    const rule = { name: 'Letters', conditions: [{ field: 'name', operator: 'contains', value: 'letter' }] };
    await api.post(`${base}/tagging-rules`, { ...rule, tagIds: [old] });
    const { id: documentId } = await upload('letter.txt');
    await app.drain();
    await api.post(`${base}/documents/${documentId}/tags`, { tagId: bill });
    const filter = { documentIds: [documentId] };
    await api.post(`${base}/documents/batch/tags`, { filter, addTagIds: [paid], removeTagIds: [old] });
    await api.delete(`${base}/documents/${documentId}/tags/${bill}`);
    expect(await payloads('document:tag:added')).toEqual([
      { documentId, tagId: old, tagName: 'Old' },
      { documentId, tagId: bill, tagName: 'Bill' },
      { documentId, tagId: paid, tagName: 'Paid' },
    ]);
    expect(await payloads('document:tag:removed')).toEqual([
      { documentId, tagId: old, tagName: 'Old' },
      { documentId, tagId: bill, tagName: 'Bill' },
    ]);
  });

  it('the event has the name of a tag that is created, renamed or deleted', async () => {
    const tagId = await aTag('Bill');
    await api.put(`${base}/tags/${tagId}`, { name: 'Invoice' });
    await api.delete(`${base}/tags/${tagId}`);
    expect(await payloads('tag:created')).toEqual([{ tagId, name: 'Bill' }]);
    expect(await payloads('tag:updated')).toEqual([{ tagId, name: 'Invoice' }]);
    expect(await payloads('tag:deleted')).toEqual([{ tagId, name: 'Invoice' }]);
  });
});

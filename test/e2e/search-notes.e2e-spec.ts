import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { foldWords, type SearchTree } from '@archivolt/plugin-kit';
import { ReindexDocuments } from '#capabilities/search';
import { SearchEngine } from '../../libs/capabilities/search/src/search-engine.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

describe('the search index', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let documents: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    documents = `/api/organizations/${organizationId}/documents`;
  });

  const upload = async (content: string): Promise<string> =>
    (await api.upload(organizationId, { name: 'letter.txt', content })).body.document.id;
  const setNotes = async (id: string, notes: string): Promise<void> => {
    expect((await api.patch(`${documents}/${id}`, { notes })).status).toBe(200);
  };
  const found = (tree: SearchTree): Promise<string[]> =>
    app.app.get(SearchEngine, { strict: false }).query(async (backend) => {
      const sort = { field: 'createdAt', order: 'asc' } as const;
      return (await backend.search({ organizationId, tree, sort, pageIndex: 0, pageSize: 10 })).ids;
    });
  const inNotes = (words: string) => found({ kind: 'text', words: foldWords(words), fields: ['notes'] });

  it('finds a document by its notes as soon as they are saved, after a restore and after a rebuild', async () => {
    const id = await upload('words');
    await app.drain();
    await setNotes(id, 'Pay before March, 1,234 EUR');
    expect(await inNotes('pay before')).toEqual([id]);
    expect(await inNotes('1234')).toEqual([id]);
    await api.patch(`${documents}/${id}`, { content: 'other words' });
    expect(await inNotes('pay')).toEqual([id]);
    await api.patch(`${documents}/${id}`, { name: 'renamed.txt' });
    expect(await inNotes('pay')).toEqual([id]);
    await api.delete(`${documents}/${id}`);
    expect(await inNotes('pay')).toEqual([]);
    await api.post(`${documents}/${id}/restore`, {});
    expect(await inNotes('pay')).toEqual([id]);
    await app.app.get(ReindexDocuments, { strict: false }).execute(new AbortController().signal);
    expect(await inNotes('pay')).toEqual([id]);
    await setNotes(id, '');
    expect(await inNotes('pay')).toEqual([]);
  });

  it('finds a document by its earlier notes when the same file is uploaded again, and after its text was extracted', async () => {
    const id = await upload('the same file');
    await setNotes(id, 'remark');
    await app.drain();
    expect(await inNotes('remark')).toEqual([id]);
    await api.delete(`${documents}/${id}`);
    expect(await upload('the same file')).toBe(id);
    expect(await inNotes('remark')).toEqual([id]);
  });

  it('keeps the stored text of the content when only notes change', async () => {
    const id = await upload(Array.from({ length: 20_000 }, (_, index) => `word${String(index)}`).join(' '));
    await app.drain();
    const chunk = async () =>
      (
        await poolOf(app).query<{ chunk: number | null }>(
          `select pg_column_toast_chunk_id(t.content) as chunk from search_segments_text t
           join document d on d.sequence = t.sequence where d.id = $1`,
          [id],
        )
      ).rows[0]?.chunk;
    const before = await chunk();
    expect(before).toBeGreaterThan(0);
    await setNotes(id, 'remark');
    expect(await inNotes('remark')).toEqual([id]);
    expect(await chunk()).toBe(before);
    expect(await found({ kind: 'text', words: ['word19999'], fields: ['content'] })).toEqual([id]);
  });

  it('finds a document by a property and by its type as soon as they are saved', async () => {
    const id = await upload('words');
    await app.drain();
    const { body } = await api.post<{ propertyDefinition: { id: string } }>(
      `/api/organizations/${organizationId}/custom-properties`,
      { type: 'number', name: 'Amount' },
    );
    const propertyId = body.propertyDefinition.id;
    const isFive: SearchTree = {
      kind: 'property',
      propertyId,
      condition: { type: 'number', operator: '=', value: 5 },
    };
    expect(await found(isFive)).toEqual([]);
    const saved = await api.put(`${documents}/${id}/custom-properties/${propertyId}`, { value: 5 });
    expect(saved.status).toBeLessThan(300);
    expect(await found(isFive)).toEqual([id]);
    expect(await found({ kind: 'hasProperty', propertyId })).toEqual([id]);
    expect(await found({ kind: 'mimeType', mimeTypes: ['text/'] })).toEqual([id]);
    expect(await found({ kind: 'mimeType', mimeTypes: ['image/'] })).toEqual([]);
    const groups = await app.app
      .get(SearchEngine, { strict: false })
      .query((backend) => backend.countGroups?.({ organizationId, tree: isFive }) ?? Promise.resolve(undefined));
    expect(groups).toMatchObject({ mimeTypes: [{ mimeType: 'text/plain', count: 1 }], properties: [] });
  });
});

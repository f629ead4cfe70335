import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows, poolOf } from '../support/rows.js';

interface TrashedBody {
  trashedDocumentIds: string[];
  trashedCount: number;
}

describe('batches of documents', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let documents: string;
  let nextFile = 0;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    documents = `/api/organizations/${organizationId}/documents`;
  });

  async function upload(content = 'batch', to: { api: ApiClient; organizationId: string } = { api, organizationId }) {
    nextFile += 1;
    const { body } = await to.api.upload(to.organizationId, {
      name: `file${nextFile}.txt`,
      content: `${content} ${nextFile}`,
    });
    return body.document.id;
  }

  async function aTag(name: string, owner = { api, organizationId }): Promise<string> {
    const path = `/api/organizations/${owner.organizationId}/tags`;
    const { body } = await owner.api.post<{ tag: { id: string } }>(path, { name, color: '#123456' });
    return body.tag.id;
  }

  const trash = (filter: object) => api.post<TrashedBody>(`${documents}/batch/trash`, { filter });
  const tag = (body: object) => api.post(`${documents}/batch/tags`, body);
  const find = async (query = '') =>
    (
      await api.get<{ documents: { id: string }[] }>(
        `${documents}?sortOrder=asc&searchQuery=${encodeURIComponent(query)}`,
      )
    ).body.documents.map(({ id }) => id);
  const loggedEvents = async (name: string) => {
    const { rows } = await poolOf(app).query<{ payload: object }>(
      'select payload from event where organization_id = $1 and name = $2 order by position',
      [organizationId, name],
    );
    return rows.map(({ payload }) => payload);
  };
  const activities = async (id: string) =>
    (await api.get<{ activities: { event: string }[] }>(`${documents}/${id}/activity`)).body.activities.map(
      ({ event }) => event,
    );

  describe('batch/trash', () => {
    it('trashes documents by id, counts a repeated id once and skips documents already in the trash', async () => {
      const [a, b, c, d] = [await upload(), await upload(), await upload(), await upload()];
      await app.drain();
      await api.delete(`${documents}/${c}`);
      expect(await trash({ documentIds: [b, a, b, c] })).toMatchObject({
        status: 200,
        body: { trashedDocumentIds: [b, a], trashedCount: 2 },
      });
      expect([await find(), await find('batch')]).toEqual([[d], [d]]);
      expect((await loggedEvents('document:deleted')).length).toBe(3);
      expect((await activities(a))[0]).toBe('deleted');
      expect((await trash({ documentIds: [a, b, c] })).body).toEqual({ trashedDocumentIds: [], trashedCount: 0 });
    });

    it('trashes the documents that match a search, and all documents for an empty search', async () => {
      const [a, b] = [await upload('marzipan'), await upload('nougat')];
      await app.drain();
      expect((await trash({ query: 'marzi' })).body).toEqual({ trashedDocumentIds: [a], trashedCount: 1 });
      expect((await trash({ query: 'matches nothing' })).body.trashedCount).toBe(0);
      expect((await trash({ query: '' })).body).toEqual({ trashedDocumentIds: [b], trashedCount: 1 });
    });

    it('trashes nothing when one document belongs to another organization', async () => {
      const other = await app.anArchive();
      const theirs = await upload('theirs', other);
      const mine = await upload();
      for (const foreign of [theirs, 'doc_000000000000000000000000']) {
        expect(await trash({ documentIds: [mine, foreign] })).toMatchObject({
          status: 400,
          body: { error: { code: 'documents.batch.documents_not_from_organization' } },
        });
      }
      expect(await find()).toEqual([mine]);
      const answer = await other.api.get(`/api/organizations/${other.organizationId}/documents/${theirs}`);
      expect(answer.body).toMatchObject({ document: { isDeleted: false } });
    });

    it('trashes 1,000 documents before it responds, and more in the background', async () => {
      await addDocumentRows(app, organizationId, 1_000);
      expect(await trash({ query: '' })).toMatchObject({ status: 200, body: { trashedCount: 1_000 } });
      await addDocumentRows(app, organizationId, 1_500);
      expect(await trash({ query: '' })).toMatchObject({
        status: 202,
        body: { taskId: expect.any(String) as unknown },
      });
      await app.drain();
      expect(await find()).toEqual([]);
      expect((await loggedEvents('document:deleted')).length).toBe(2_500);
    });
  });

  describe('batch/tags', () => {
    it('adds and removes several tags and records events for real changes only', async () => {
      const [a, b] = [await upload(), await upload()];
      const [red, blue, old] = [await aTag('red'), await aTag('blue'), await aTag('old')];
      await api.post(`${documents}/${a}/tags`, { tagId: old });
      await api.post(`${documents}/${b}/tags`, { tagId: red });
      const body = { filter: { documentIds: [a, b, a] }, addTagIds: [red, blue, red], removeTagIds: [old] };
      expect(await tag(body)).toMatchObject({ status: 204, body: '' });
      expect([await find('tag:red tag:blue'), await find('tag:old')]).toEqual([[a, b], []]);
      expect((await loggedEvents('document:tag:added')).slice(2)).toEqual([
        { documentId: a, tagId: red, tagName: 'red' },
        { documentId: a, tagId: blue, tagName: 'blue' },
        { documentId: b, tagId: blue, tagName: 'blue' },
      ]);
      expect(await loggedEvents('document:tag:removed')).toEqual([{ documentId: a, tagId: old, tagName: 'old' }]);
      expect((await activities(b)).sort()).toEqual(['created', 'tagged', 'tagged']);
      await tag(body);
      expect((await loggedEvents('document:tag:added')).length).toBe(5);
    });

    it('tags the documents that match a search, and succeeds without a match whatever the tags are', async () => {
      const found = await upload('marzipan');
      await upload('nougat');
      await app.drain();
      const red = await aTag('red');
      expect((await tag({ filter: { query: 'marzipan' }, addTagIds: [red] })).status).toBe(204);
      expect(await find('tag:red')).toEqual([found]);
      const unknown = 'tag_000000000000000000000000';
      expect((await tag({ filter: { query: 'nothing has this' }, addTagIds: [unknown] })).status).toBe(204);
    });

    it('changes nothing when a tag or a document belongs to another organization', async () => {
      const other = await app.anArchive();
      const [mine, red] = [await upload(), await aTag('red')];
      const foreignTag = await aTag('foreign', other);
      expect(await tag({ filter: { documentIds: [mine] }, addTagIds: [red, foreignTag] })).toMatchObject({
        status: 404,
        body: { error: { code: 'tags.not_found' } },
      });
      expect(
        await tag({ filter: { documentIds: [mine] }, addTagIds: [red], removeTagIds: [foreignTag] }),
      ).toMatchObject({ status: 404 });
      const foreign = await upload('theirs', other);
      expect(await tag({ filter: { documentIds: [mine, foreign] }, addTagIds: [red] })).toMatchObject({
        status: 400,
        body: { error: { code: 'documents.batch.documents_not_from_organization' } },
      });
      expect(await find('tag:red')).toEqual([]);
    });

    it('adds tags in twenty requests at once without a failure and records each pair once', async () => {
      const ids = [await upload(), await upload(), await upload()];
      const tags = [await aTag('red'), await aTag('blue')];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          tag({ filter: { documentIds: index % 2 === 0 ? ids : [...ids].reverse() }, addTagIds: tags }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 204));
      expect((await loggedEvents('document:tag:added')).length).toBe(6);
    });
  });

  const aDocument = 'doc_000000000000000000000000';
  const aTagId = 'tag_000000000000000000000000';

  it.each([
    ['trash', 'no filter', {}],
    ['trash', 'null for a filter', { filter: null }],
    ['trash', 'a list for a filter', { filter: [] }],
    ['trash', 'a filter in a list', { filter: [{ query: '' }] }],
    ['trash', 'an empty filter', { filter: {} }],
    ['trash', 'no ids', { filter: { documentIds: [] } }],
    ['trash', 'null for ids', { filter: { documentIds: null } }],
    ['trash', 'a malformed document id', { filter: { documentIds: ['doc_1'] } }],
    ['trash', 'ids and a search', { filter: { documentIds: [aDocument], query: '' } }],
    ['trash', '1001 ids', { filter: { documentIds: Array.from({ length: 1001 }, () => aDocument) } }],
    ['trash', 'too long a search', { filter: { query: 'a'.repeat(1025) } }],
    ['trash', 'null for a search', { filter: { query: null } }],
    ['trash', 'an unknown key in the filter', { filter: { query: '', tags: [] } }],
    ['trash', 'an unknown key', { filter: { query: '' }, addTagIds: [] }],
    ['tags', 'no tags', { filter: { query: '' } }],
    ['tags', 'empty lists of tags', { filter: { query: '' }, addTagIds: [], removeTagIds: [] }],
    ['tags', 'a malformed tag id', { filter: { query: '' }, addTagIds: [aTagId, 'red'] }],
    ['tags', 'null for tags', { filter: { query: '' }, addTagIds: null }],
    ['tags', 'a tag in both lists', { filter: { query: '' }, addTagIds: [aTagId], removeTagIds: [aTagId] }],
    ['tags', '51 tags', { filter: { query: '' }, addTagIds: Array.from({ length: 51 }, () => aTagId) }],
  ])('rejects batch/%s with %s', async (route, _what, body) => {
    expect(await api.post(`${documents}/batch/${route}`, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'server.invalid_request.body' } },
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

interface ListBody {
  documents: { id: string; name: string }[];
  documentsCount: number;
}

/** Name and the days of creation, last update and document date since the beginning of 2030; ids grow in this order. */
const GIVEN: [name: string, created: number, updated: number, date: number | null][] = [
  ['banana', 3, 9, null],
  ['Apple', 3, 9, 5],
  ['apple', 1, 10, 5],
  ['cherry', 2, 11, 4],
  ['APPLE', 2, 9, null],
  ['äpfel', 4, 12, 5],
];

/** In bytes, in the order of the documents above. */
const SIZES = [30, 20, 20, 40, 20, 15];

describe('the list of documents', () => {
  let app: TestApp;
  let api: ApiClient;
  let documents: string;
  const nameOf = new Map<string, string>();

  beforeAll(async () => {
    app = await startApp();
    const archive = await app.anArchive();
    ({ api } = archive);
    documents = `/api/organizations/${archive.organizationId}/documents`;
    for (const [index, [name, created, updated, date]] of GIVEN.entries()) {
      const { body } = await api.upload(archive.organizationId, {
        name,
        content: `content ${index}`.padEnd(SIZES[index] ?? 0),
      });
      nameOf.set(body.document.id, name);
      await poolOf(app).query(
        `update document set created_at = day($2), updated_at = day($3), document_date = day($4) where id = $1`.replaceAll(
          /day\((\$\d)\)/g,
          `timestamptz '2030-01-01Z' + make_interval(days => $1)`,
        ),
        [body.document.id, created, updated, date],
      );
    }
  });
  afterAll(() => app.close());

  async function sorted(query: string): Promise<string[]> {
    const { status, body } = await api.get<ListBody>(`${documents}?${query}`);
    expect([status, body.documentsCount]).toEqual([200, GIVEN.length]);
    return body.documents.map(({ id }) => nameOf.get(id) ?? '?');
  }

  // Equal values are ordered by creation, then by id, in the same direction.
  it.each([
    ['createdAt', ['apple', 'cherry', 'APPLE', 'banana', 'Apple', 'äpfel']],
    ['updatedAt', ['APPLE', 'banana', 'Apple', 'apple', 'cherry', 'äpfel']],
    ['name', ['äpfel', 'apple', 'APPLE', 'Apple', 'banana', 'cherry']],
    ['size', ['äpfel', 'apple', 'APPLE', 'Apple', 'banana', 'cherry']],
    ['documentDate', ['APPLE', 'banana', 'cherry', 'apple', 'Apple', 'äpfel']],
  ])('sorts by %s in both directions with stable pages', async (field, ascending) => {
    const descending = [...ascending].reverse();
    expect(await sorted(`sortField=${field}&sortOrder=asc`)).toEqual(ascending);
    expect(await sorted(`sortField=${field}&sortOrder=desc`)).toEqual(descending);
    expect(await sorted(`sortField=${field}`)).toEqual(descending);
    const pages = [];
    for (const pageIndex of [0, 1, 2]) {
      pages.push(...(await sorted(`sortField=${field}&sortOrder=asc&pageSize=2&pageIndex=${pageIndex}`)));
    }
    expect(pages).toEqual(ascending);
    expect(await sorted(`sortField=${field}&pageIndex=7`)).toEqual([]);
  });

  it('the list starts with the newest document and omits content', async () => {
    expect(await sorted('')).toEqual(await sorted('sortField=createdAt&sortOrder=desc'));
    const { body } = await api.get<{ documents: object[] }>(documents);
    expect(body.documents.every((document) => !('content' in document))).toBe(true);
  });

  it.each([
    'sortField=weight',
    'sortOrder=up',
    'pageSize=0',
    'pageSize=101',
    'pageIndex=-1',
    'pageIndex=1.5',
    'tags=x',
  ])('rejects %s with 400', async (query) => {
    expect(await api.get(`${documents}?${query}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'server.invalid_request.query' } },
    });
  });

  it.each(['+275760-09-13T00:00:00.000Z', '-000001-01-01', '0000-12-31', '10000-01-01', 'soon', '', 5, true, []])(
    'rejects the document date %j with 400',
    async (documentDate) => {
      const [id = ''] = nameOf.keys();
      expect(await api.patch(`${documents}/${id}`, { documentDate })).toMatchObject({
        status: 400,
        body: { error: { code: 'server.invalid_request.body' } },
      });
    },
  );

  it('the list of documents has no separate route for search', async () => {
    expect((await api.get(`${documents}/search?searchQuery=x`)).status).toBe(400); // `search` is not a document id
  });

  it('lists the activity of a document in pages with the total count', async () => {
    const [id = ''] = nameOf.keys();
    for (const notes of ['one', 'two', 'three']) await api.patch(`${documents}/${id}`, { notes });
    const get = async (query = '') =>
      (
        await api.get<{ activities: { event: string; eventData: object | null }[]; activitiesCount: number }>(
          `${documents}/${id}/activity${query}`,
        )
      ).body;
    const all = await get();
    expect(all.activities[0]).toMatchObject({ event: 'updated', eventData: { updatedFields: ['notes'] } });
    expect([all.activities.length, all.activitiesCount]).toEqual([4, 4]);
    const page = await get('?pageSize=3&pageIndex=1');
    expect([page.activities, page.activitiesCount]).toEqual([[all.activities[3]], 4]);
    expect((await api.get(`${documents}/${id}/activity?sortOrder=asc`)).status).toBe(400);
  });
});

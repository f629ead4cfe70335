import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { indexDocumentRows, poolOf } from '../support/rows.js';

/** In Berlin and Tokyo it is the first of February already, in Los Angeles and UTC still January. */
const INSTANT = '2026-01-31T23:30:00Z';
const FEBRUARY = 'created:2026-02-01';

describe('the days of created: begin where the viewer is', () => {
  let app: TestApp;
  let api: ApiClient;
  let base: string;
  let documentId: string;

  beforeAll(async () => {
    app = await startApp({ SEARCH_TIME_ZONE: 'America/Los_Angeles' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const archive = await app.anArchive();
    ({ api } = archive);
    base = `/api/organizations/${archive.organizationId}`;
    const { body } = await api.upload(archive.organizationId, { name: 'night.txt', content: 'owls' });
    documentId = body.document.id;
    await app.drain();
    await poolOf(app).query('update document set created_at = $1 where id = $2', [INSTANT, documentId]);
    await indexDocumentRows(app, archive.organizationId);
  });

  const get = async <Body>(path: string, query: Record<string, string>) =>
    (await api.get<Body>(`${base}${path}?${new URLSearchParams(query).toString()}`)).body;
  const found = async (searchQuery: string, zone: object = {}) =>
    (await get<{ documentsCount: number }>('/documents', { searchQuery, ...zone })).documentsCount;

  it.each([
    [FEBRUARY, 'Europe/Berlin', 1],
    [FEBRUARY, 'Asia/Tokyo', 1],
    [FEBRUARY, 'UTC', 0],
    [FEBRUARY, undefined, 0],
    ['created:2026-01-31', undefined, 1],
    ['created:2026-01-31', 'Asia/Tokyo', 0],
    ['created:2026-01', 'Europe/Berlin', 0],
    ['created:>=2026-02', 'Europe/Berlin', 1],
    ['created:<2026-01-31T23:31:00Z', 'Asia/Tokyo', 1],
  ])('%s of a viewer in %s finds %d documents', async (query, timeZone, count) => {
    expect(await found(query, timeZone === undefined ? {} : { timeZone })).toBe(count);
  });

  it('the dates of documents are the same days in every zone', async () => {
    await api.patch(`${base}/documents/${documentId}`, { documentDate: '2026-01-31' });
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])
      expect(await found('date:2026-01-31', { timeZone })).toBe(1);
  });

  it('facets, views, corrections and hits take the zone of the viewer', async () => {
    await api.post(`${base}/document-views`, { name: 'February', query: FEBRUARY });
    const inZone = async (zone: Record<string, string>) => {
      const facets = await get<{ types: { count: number }[] }>('/documents/facets', { searchQuery: FEBRUARY, ...zone });
      const { counts } = await get<{ counts: Record<string, number> }>('/document-views/counts', zone);
      const query = { query: `owlz ${FEBRUARY}`, didYouMean: 'true', ...zone };
      const { didYouMean } = await get<{ didYouMean: string | null }>('/search/suggestions', query);
      await get(`/documents/${documentId}/hits`, { searchQuery: FEBRUARY, ...zone });
      return [facets.types.length, Object.values(counts), didYouMean];
    };
    expect(await inZone({ timeZone: 'Europe/Berlin' })).toEqual([1, [1], `owls ${FEBRUARY}`]);
    expect(await inZone({})).toEqual([0, [0], null]);
  });

  it('what a viewer sees is what a batch changes, at once and as a task', async () => {
    const preview = async (filter: object) =>
      (await api.post<{ documentsCount: number }>(`${base}/documents/batch/preview`, { filter })).body.documentsCount;
    expect(await preview({ query: FEBRUARY, timeZone: 'Asia/Tokyo' })).toBe(1);
    expect(await preview({ query: FEBRUARY })).toBe(0);

    const tag = await api.post<{ tag: { id: string } }>(`${base}/tags`, { name: 'Late', color: '#336699' });
    const addTag = (filter: object, headers = {}) =>
      api.post(`${base}/documents/batch/tags`, { filter, addTagIds: [tag.body.tag.id] }, headers);
    await addTag({ query: FEBRUARY }, { prefer: 'respond-async' });
    await app.drain();
    expect(await found('tag:late')).toBe(0);
    await addTag({ query: FEBRUARY, timeZone: 'Asia/Tokyo' }, { prefer: 'respond-async' });
    await app.drain();
    expect(await found('tag:late')).toBe(1);

    const archive = (filter: object) => api.post(`${base}/documents/batch/archive`, { filter });
    expect((await archive({ query: FEBRUARY })).status).toBe(400);
    expect((await archive({ query: FEBRUARY, timeZone: 'Europe/Berlin' })).status).toBe(200);
    const reprocess = (filter: object) => api.post(`${base}/documents/batch/reprocess`, { filter });
    expect((await reprocess({ query: FEBRUARY, timeZone: 'Europe/Berlin' })).status).toBe(202);
    await api.post(`${base}/documents/batch/trash`, { filter: { query: FEBRUARY, timeZone: 'Europe/Berlin' } });
    expect(await found('')).toBe(0);
  });

  it.each(['Mars/Olympus', '', 'Europe/Berlin; x', 'x'.repeat(100)])('the zone %j is refused', async (timeZone) => {
    const { status } = await api.get(
      `${base}/documents?${new URLSearchParams({ searchQuery: 'a', timeZone }).toString()}`,
    );
    expect(status).toBe(400);
  });
});

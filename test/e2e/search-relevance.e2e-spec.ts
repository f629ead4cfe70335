import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface ListBody {
  documents: { name: string }[];
  documentsCount: number;
  explanation?: { notes: { code: string }[] };
}

const OTHERS = Array.from({ length: 150 }, (_, index) => `word${String(index)}`).join(' ');

/** Oldest first. */
const GIVEN: [name: string, content: string][] = [
  ['Insurance policy.txt', `Policy number 4711. ${OTHERS}`],
  ['Car.txt', `The insurance of the car. This insurance is valid for a year. ${OTHERS}`],
  ['Holiday.txt', `${OTHERS} beach and sun`],
  ['Contract of the flat.txt', `${OTHERS} ${OTHERS} the tenant has an insurance ${OTHERS}`],
];

describe.each(['search-segments', 'search-postgres'])('documents by relevance with %s', (plugin) => {
  let app: TestApp;
  let api: ApiClient;
  let documents: string;

  beforeAll(async () => {
    app = await startApp({ SEARCH_PLUGIN: plugin });
    const archive = await app.anArchive();
    ({ api } = archive);
    const organization = `/api/organizations/${archive.organizationId}`;
    documents = `${organization}/documents`;
    const ids: string[] = [];
    for (const [name, content] of GIVEN) {
      ids.push((await api.upload(archive.organizationId, { name, content })).body.document.id);
    }
    await app.drain();
    const { body } = await api.post<{ tag: { id: string } }>(`${organization}/tags`, {
      name: 'Insurances',
      color: '#aabbcc',
    });
    expect((await api.post(`${documents}/${ids[2] ?? ''}/tags`, { tagId: body.tag.id })).status).toBeLessThan(300);
  });
  afterAll(() => app.close());

  async function listed(query: string): Promise<string[]> {
    const { status, body } = await api.get<ListBody>(`${documents}?${query}`);
    expect(status).toBe(200);
    return body.documents.map(({ name }) => name.replace('.txt', ''));
  }

  it('what fits the words best comes first, and the default order stays', async () => {
    expect(await listed('searchQuery=insurance&sortField=relevance')).toEqual([
      'Insurance policy',
      'Car',
      'Contract of the flat',
    ]);
    expect(await listed('searchQuery=insurance')).toEqual(['Contract of the flat', 'Car', 'Insurance policy']);
    expect(await listed('searchQuery=insurance&sortField=relevance&pageSize=1&pageIndex=1')).toEqual(['Car']);
  });

  it('a tag with the word in its name counts for documents that the query finds', async () => {
    expect((await listed('searchQuery=insurance%20OR%20word7&sortField=relevance')).slice(0, 3)).toContain('Holiday');
  });

  it('the newest documents come first without words', async () => {
    const newest = ['Contract of the flat', 'Holiday', 'Car', 'Insurance policy'];
    expect(await listed('sortField=relevance')).toEqual(newest);
    expect(await listed('sortField=relevance&sortOrder=asc')).toEqual(newest);
    expect(await listed('searchQuery=-nowhere&sortField=relevance')).toEqual(newest);
    const { body } = await api.get<ListBody>(`${documents}?searchQuery=insurance&sortField=relevance&explain=true`);
    expect(body.explanation?.notes).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface SimilarBody {
  documents: { id: string; name: string; content?: string; score: number; isNearDuplicate: boolean; tags: object[] }[];
  documentsCount: number;
  isSupported: boolean;
}

interface ListBody {
  documents: { name: string }[];
  documentsCount: number;
  explanation: { tree: object; notes: { code: string; message: string }[] };
}

const bill = (month: string, number: string): string =>
  `Stadtwerke Nordhafen, customer 880042. Your electricity bill for ${month}. Invoice ${number}1, meter ${number}2,
   consumption ${number} kWh, amount due ${number}.55 euro. Please transfer the amount within fourteen days to our
   account at Hafenbank. Questions about tariffs are answered by our service desk in the market hall.`;

/** Oldest first. */
const GIVEN: [name: string, content: string][] = [
  ['recipe', 'Apple cake with cinnamon, butter, flour and eggs. Bake it for an hour.'],
  ['march', bill('March', '4711')],
  ['april', bill('April', '5822')],
  ['copy', `${bill('March', '4711')} Paid.`],
  [
    'tariff',
    `Stadtwerke Nordhafen, customer 880042. Our electricity tariffs get cheaper, and your meter stays. Questions are
     answered by our service desk in the market hall.`,
  ],
  ...['Anna', 'Boris', 'Clara', 'Dario', 'Emma', 'Felix', 'Greta', 'Hugo', 'Ines', 'Jonas'].map(
    (name): [string, string] => [
      `${name} letter`,
      `A letter to ${name} about holidays at the sea, ships and sunshine.`,
    ],
  ),
  ['poem', 'Roses are red, violets are blue, sugar is sweet and so are you.'],
];

describe.each(['search-segments', 'search-postgres'])('similar documents with %s', (plugin) => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let documents: string;
  const ids = new Map<string, string>();
  const idOf = (name: string): string => ids.get(name) ?? '';

  beforeAll(async () => {
    app = await startApp({ SEARCH_PLUGIN: plugin });
    ({ api, organizationId } = await app.anArchive());
    documents = `/api/organizations/${organizationId}/documents`;
    for (const [name, content] of GIVEN)
      ids.set(name, (await api.upload(organizationId, { name: `${name}.txt`, content })).body.document.id);
    await app.drain();
  });
  afterAll(() => app.close());

  const similarTo = async (name: string, query = ''): Promise<SimilarBody> => {
    const { status, body } = await api.get<SimilarBody>(`${documents}/${idOf(name)}/similar${query}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const names = ({ documents: found }: { documents: { name: string }[] }) =>
    found.map(({ name }) => name.replace('.txt', ''));
  const list = async (searchQuery: string, others = ''): Promise<ListBody> => {
    const query = `searchQuery=${encodeURIComponent(searchQuery)}&explain=true${others}`;
    const { status, body } = await api.get<ListBody>(`${documents}?${query}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };

  it('documents like one are listed with their scores, the most similar first, and a copy is marked', async () => {
    const found = await similarTo('march');
    expect(names(found)).toEqual(['copy', 'april', 'tariff']);
    expect(found).toMatchObject({ documentsCount: 3, isSupported: true });
    expect(found.documents.map(({ isNearDuplicate }) => isNearDuplicate)).toEqual([true, false, false]);
    for (const { score, content, tags } of found.documents) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
      expect({ content, tags }).toEqual({ content: undefined, tags: [] });
    }
    expect(await similarTo('poem')).toEqual({ documents: [], documentsCount: 0, isSupported: true });
  });

  it('the similar documents come in pages that add up', async () => {
    const pages = [];
    for (const pageIndex of [0, 1, 2, 3]) pages.push(await similarTo('march', `?pageSize=1&pageIndex=${pageIndex}`));
    expect(pages.map(names)).toEqual([['copy'], ['april'], ['tariff'], []]);
    expect(pages.map(({ documentsCount }) => documentsCount)).toEqual([3, 3, 3, 3]);
    const tooMany = await api.get(`${documents}/${idOf('march')}/similar?pageSize=101`);
    expect(tooMany.status).toBe(400);
  });

  it('the filter similar: finds them in lists, counts and with other conditions, the most similar first', async () => {
    const similar = `similar:${idOf('march')}`;
    const ranked = await list(similar, '&sortField=relevance');
    expect(names(ranked)).toEqual(['copy', 'april', 'tariff']);
    expect(ranked.explanation).toEqual({ tree: { kind: 'similar', query: similar, name: 'march.txt' }, notes: [] });
    expect(names(await list(similar, '&sortField=relevance&pageSize=2&pageIndex=1'))).toEqual(['tariff']);
    expect(names(await list(similar))).toEqual(['tariff', 'copy', 'april']);
    expect(names(await list(`${similar} cheaper`, '&sortField=relevance'))).toEqual(['tariff']);
    expect(await list(`${similar} -tag:nothing`, '&sortField=relevance')).toMatchObject({ documentsCount: 3 });
    expect(names(await list(`-${similar} -sunshine`))).toEqual(['poem', 'march', 'recipe']);
    const facets = `${documents}/facets?searchQuery=${encodeURIComponent(similar)}`;
    expect((await api.get(facets)).body).toMatchObject({ types: [{ count: 3 }] });
  });

  it('an id of another organization, of the trash or of nothing is refused with the same words', async () => {
    const other = await app.anArchive('Another archive');
    const foreign = (await other.api.upload(other.organizationId, { name: 'f.txt', content: bill('March', '4711') }))
      .body.document.id;
    await app.drain();
    const trashed = (await api.upload(organizationId, { name: 'trashed.txt', content: bill('May', '4711') })).body
      .document.id;
    await app.drain();
    expect((await api.delete(`${documents}/${trashed}`)).status).toBeLessThan(300);
    const answers = [];
    for (const id of [foreign, trashed, 'doc_000000000000000000000000']) {
      const { documentsCount, explanation } = await list(`similar:${id} `);
      const [note] = explanation.notes;
      answers.push({ documentsCount, code: note?.code, message: note?.message.replace(id, 'ID') });
    }
    expect(answers[0]).toMatchObject({ documentsCount: 0, code: 'unknown-document' });
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect((await api.get(`${documents}/${foreign}/similar`)).body).toMatchObject({
      error: { code: 'document.not_found' },
    });
    expect((await api.get(`${documents}/${trashed}/similar`)).body).toMatchObject({ documents: [] });
    expect(names(await similarTo('march'))).toEqual(['copy', 'april', 'tariff']);
  });

  it('a document by its name is suggested after similar:, and its id is what is written', async () => {
    const query = encodeURIComponent('similar:marc');
    const { body } = await api.get<{ suggestions: object[] }>(
      `/api/organizations/${organizationId}/search/suggestions?query=${query}`,
    );
    expect(body.suggestions).toMatchObject([{ kind: 'document', label: 'march.txt', insert: idOf('march') }]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { indexDocumentRows, poolOf } from '../support/rows.js';

/**
 * A row of the table "query and its meaning" in the contract of the product, or a row of its table of defects that the
 * product corrects.
 */
type Row = [row: number | `defect ${number}`, query: string, expected: string];

interface GivenDocument {
  /** One word; the results are written with it. */
  key: string;
  name?: string;
  content?: string;
  notes?: string;
  tags?: string[];
  created?: string;
  date?: string;
  values?: Record<string, unknown>;
}

interface ListBody {
  documents: { id: string; name: string }[];
  documentsCount: number;
}

const EMAIL = 'ann@example.test';

describe('the query language over HTTP', () => {
  let app: TestApp;
  let api: ApiClient;
  let userId: string;
  const keyOf = new Map<string, string>();
  const idOf = new Map<string, string>();

  beforeAll(async () => {
    app = await startApp({ MAX_ORGANIZATION_COUNT_PER_USER: '20' });
    ({ api, userId } = await app.aUser({ email: EMAIL }));
  });
  afterAll(() => app.close());

  async function anOrganization(): Promise<Archive> {
    const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Archive' });
    return new Archive(body.organization.id);
  }

  /** One organization with what a test needs. */
  class Archive {
    readonly base: string;
    private readonly tags = new Map<string, string>();
    private readonly properties = new Map<string, string>();

    constructor(readonly organizationId: string) {
      this.base = `/api/organizations/${organizationId}`;
    }

    async tagId(name: string): Promise<string> {
      const known = this.tags.get(name);
      if (known !== undefined) return known;
      const { body } = await api.post<{ tag: { id: string } }>(`${this.base}/tags`, { name, color: '#336699' });
      this.tags.set(name, body.tag.id);
      return body.tag.id;
    }

    async property(name: string, type: string, options?: string[]): Promise<{ id: string; options: string[] }> {
      const { body } = await api.post<{ propertyDefinition: { id: string; options: { id: string }[] } }>(
        `${this.base}/custom-properties`,
        { name, type, ...(options && { options: options.map((option) => ({ name: option })) }) },
      );
      this.properties.set(name, body.propertyDefinition.id);
      return { id: body.propertyDefinition.id, options: body.propertyDefinition.options.map(({ id }) => id) };
    }

    async add({ key, tags = [], created, date, values = {}, ...texts }: GivenDocument): Promise<void> {
      const { body } = await api.upload(this.organizationId, { name: `${key}.txt`, content: key, type: 'text/plain' });
      const { id } = body.document;
      keyOf.set(id, key);
      idOf.set(key, id);
      const change = { name: key, content: '', ...texts, ...(date !== undefined && { documentDate: date }) };
      expect(await api.patch(`${this.base}/documents/${id}`, change)).toMatchObject({ status: 200 });
      for (const name of tags) {
        await api.post(`${this.base}/documents/${id}/tags`, { tagId: await this.tagId(name) });
      }
      for (const [name, value] of Object.entries(values)) {
        const property = this.properties.get(name) ?? '';
        const path = `${this.base}/documents/${id}/custom-properties/${property}`;
        expect(await api.put(path, { value })).toMatchObject({ status: 204 });
      }
      if (created === undefined) return;
      await poolOf(app).query('update document set created_at = $2 where id = $1', [id, created]);
      await indexDocumentRows(app, this.organizationId);
    }

    async list(query: string, more = ''): Promise<{ found: string; count: number }> {
      const search = `searchQuery=${encodeURIComponent(query)}&sortOrder=asc${more}`;
      const { status, body } = await api.get<ListBody>(`${this.base}/documents?${search}`);
      expect(status).toBe(200);
      const found = body.documents.map(({ id }) => keyOf.get(id) ?? '?').join(' ');
      return { found, count: body.documentsCount };
    }

    async check(rows: Row[]): Promise<void> {
      const actual: Row[] = [];
      for (const [row, query] of rows) actual.push([row, query, (await this.list(query)).found]);
      expect(actual).toEqual(rows);
    }
  }

  it('search finds the documents of the rows 1 to 18 of the contract', async () => {
    const archive = await anOrganization();
    const documents: GivenDocument[] = [
      {
        key: '1',
        name: 'Bill electric',
        content: 'Electric bill, green power 5€',
        tags: ['bill'],
        created: '2026-01-10Z',
      },
      { key: '2', name: 'Bill telephone', content: 'The telephone bill', tags: ['bill'], created: '2026-01-11Z' },
      {
        key: '3',
        name: 'House bill',
        content: 'Your house bill, deposit attached',
        tags: ['bill', 'home'],
        created: '2026-01-12Z',
      },
      { key: '4', name: 'House deposit', content: 'Your house deposit treaty', tags: ['home'], created: '2026-01-13Z' },
      { key: '5', name: 'Walk diary', content: "Diary of the walk, c'est énorme", created: '2026-01-14Z' },
    ];
    for (const document of documents) await archive.add(document);
    await archive.check([
      [1, '', '1 2 3 4 5'],
      [1, ' ', '1 2 3 4 5'],
      [1, '\n\t', '1 2 3 4 5'],
      [2, 'bill', '1 2 3'],
      [3, 'bill electric', '1'],
      [4, 'tag:bill', '1 2 3'],
      [5, 'tag:home tag:bill', '3'],
      [6, 'tag:hOme tag:bIll', '3'],
      [7, 'tag:home NOT treaty', '3'],
      [8, 'name:deposit', '4'],
      [9, 'name:bill tag:bill telephone', '2'],
      [10, 'created:>=2026-01-12', '3 4 5'],
      [11, 'created:>=2026-01-12 created:<=2026-01-13', '3 4'],
      [12, 'has:tags', '1 2 3 4'],
      [13, '-has:tags', '5'],
      [14, 'NOT has:tags', '5'],
      [15, '-has:tags bill', ''],
      [16, 'has:tags created:>=2026-01-12', '3 4'],
      [17, 'énorme', '5'],
      [18, "c'est", '5'],
    ]);
    // A day is a period, an unknown date is no document, and NOT is the complement.
    await archive.check([
      ['defect 29', 'created:2026-01-12', '3'],
      ['defect 29', 'created:>2026-01-12', '4 5'],
      ['defect 29', '-created:2026-01', ''],
      ['defect 29', '-date:2026', '1 2 3 4 5'],
      ['defect 29', '-(bill OR treaty)', '5'],
      ['defect 29', 'OR treaty', '4'],
      ['defect 29', 'house ) treaty', '4'],
      ['defect 29', 'tag:(bill home)', '3'],
      ['defect 29', 'http://example.com', ''],
      ['defect 31', 'has:constructor', ''],
    ]);
  });

  it('search finds only documents of its organization, as in the rows 19 and 20 of the contract', async () => {
    const [own, other] = [await anOrganization(), await anOrganization()];
    await own.add({ key: 'own', content: 'confidential, Archive 1' });
    await other.add({ key: 'other', content: 'confidential, Archive 2' });
    await own.check([
      [19, 'confidential', 'own'],
      [20, 'Archive 2', ''],
    ]);
    await other.check([[19, 'confidential', 'other']]);
  });

  it('search returns pages, counts and orders as in the rows 21 to 24 of the contract', async () => {
    const archive = await anOrganization();
    for (let number = 1; number <= 25; number += 1) await archive.add({ key: `p${number}`, content: 'lorem' });
    expect(await archive.list('lorem', '&pageIndex=1&pageSize=5')).toEqual({
      found: 'p6 p7 p8 p9 p10',
      count: 25,
    });
    const newest = await api.get<ListBody>(`${archive.base}/documents?searchQuery=lorem&pageIndex=1&pageSize=5`);
    expect(newest.body.documents.map(({ id }) => keyOf.get(id))).toEqual(['p20', 'p19', 'p18', 'p17', 'p16']);

    await archive.add({ key: 'twice', content: 'ipsum', tags: ['bill', 'home'] });
    expect(await archive.list('ipsum')).toEqual({ found: 'twice', count: 1 });

    for (const name of ['Banana', 'apple', 'cherry']) await archive.add({ key: name, content: 'dolor' });
    expect(await archive.list('dolor', '&sortField=name')).toEqual({ found: 'apple Banana cherry', count: 3 });

    await archive.add({ key: 'dated', content: 'sit', date: '2026-01-01' });
    await archive.add({ key: 'undated', content: 'sit' });
    expect((await archive.list('sit', '&sortField=documentDate')).found).toBe('undated dated');
    const latest = await api.get<ListBody>(
      `${archive.base}/documents?searchQuery=sit&sortField=documentDate&sortOrder=desc`,
    );
    expect(latest.body.documents.map(({ id }) => keyOf.get(id))).toEqual(['dated', 'undated']);
  });

  it('search finds documents by custom properties as in the rows 85 to 107 of the contract', async () => {
    const archive = await anOrganization();
    const other = await anOrganization();
    await other.property('Category', 'number');
    await other.property('Theirs', 'text');
    for (const [name, type] of [
      ['Warranty', 'boolean'],
      ['Category', 'text'],
      ['Amount', 'number'],
      ['Expiry date', 'date'],
      ['Assignee', 'user_relation'],
      ['Related', 'document_relation'],
    ] as const)
      await archive.property(name, type);
    const status = await archive.property('Status', 'select', ['Approved', 'In progress']);
    const labels = await archive.property('Labels', 'multi_select', ['Urgent', 'Paid', 'Late']);
    await archive.add({ key: 'parent' });
    await archive.add({
      key: 'a',
      values: {
        Warranty: true,
        Category: 'bill',
        Amount: 50,
        'Expiry date': '2024-01-01T00:00:00.000Z',
        Status: status.options[0],
        Labels: [labels.options[1], labels.options[0]],
        Assignee: [userId],
        Related: [idOf.get('parent')],
      },
    });
    await archive.add({
      key: 'b',
      values: {
        Warranty: false,
        Category: 'Bill',
        Amount: 150,
        'Expiry date': '2025-07-01T12:00:00.000Z',
        Status: status.options[1],
        Labels: [labels.options[2]],
      },
    });
    await archive.add({ key: 'c', values: { Amount: 300, 'Expiry date': '2026-01-01T00:00:00.000Z' } });
    const related = idOf.get('parent') ?? '';
    await archive.check([
      ...['true', 'yes', 'y', '1', 'on', 'enabled', 'YES', 'TRUE'].map((word): Row => [85, `warranty:${word}`, 'a']),
      ...['false', 'no', 'n', '0', 'off', 'disabled', 'NO'].map((word): Row => [86, `warranty:${word}`, 'b']),
      [87, '-warranty:true', 'parent b c'],
      [88, 'warranty:maybe', ''],
      [88, 'warranty:>true', ''],
      [89, 'category:bill', 'a'],
      [90, 'category:>bill', ''],
      [91, 'amount:150', 'b'],
      [92, 'amount:>100', 'b c'],
      [93, 'amount:>=150 amount:<=200', 'b'],
      [94, 'amount:notanumber', ''],
      [95, '"Expiry date":>2025-06-01', 'b c'],
      [95, 'expirydate:2025-07-01', 'b'],
      [96, 'expiry-date:now', ''],
      [96, 'expiry-date:not-a-date', ''],
      [97, 'status:approved', 'a'],
      [97, 'status:"in PROGRESS"', 'b'],
      [98, 'status:>approved', ''],
      [98, `assignee:>${userId}`, ''],
      [98, `related:>${related}`, ''],
      [99, 'labels:urgent', 'a'],
      [100, `assignee:${userId}`, 'a'],
      [100, `assignee:${EMAIL}`, 'a'],
      [101, `-assignee:${userId}`, 'parent b c'],
      [102, `related:${related}`, 'a'],
      [103, 'warranty:true AND category:bill', 'a'],
      [104, 'has:warranty', 'a b'],
      [104, '-has:warranty', 'parent c'],
      [105, 'has:warranty warranty:true', 'a'],
      [106, 'unknownprop:x', ''],
      [106, 'has:unknownprop', ''],
      [107, 'has:theirs', ''],
      [107, 'category:>1', ''],
    ]);
  });

  it('search finds notes, types, grouped numbers and words inside Japanese sentences', async () => {
    const archive = await anOrganization();
    await archive.add({ key: 'noted', notes: 'handwritten on the back' });
    await archive.add({ key: 'grouped', content: 'Total 1,234 due' });
    await archive.add({ key: 'joined', content: 'Total 1234 due' });
    await archive.add({ key: 'japanese', content: '日本語の請求書' });
    await archive.check([
      ['defect 30', 'handwritten', 'noted'],
      ['defect 30', 'notes:handwritten', 'noted'],
      ['defect 30', 'content:handwritten', ''],
      ['defect 30', '1234', 'grouped joined'],
      ['defect 30', '1,234', 'grouped joined'],
      ['defect 30', '-1,234', 'noted japanese'],
      [126, '請求', 'japanese'],
      [126, '日本', 'japanese'],
      ['defect 30', 'type:text', 'noted grouped joined japanese'],
      ['defect 30', 'type:pdf', ''],
    ]);
  });
});

describe('the settings of the query language', () => {
  it('the settings have a time zone and the languages of stems', async () => {
    const app = await startApp({ SEARCH_TIME_ZONE: 'Pacific/Auckland', SEARCH_STEMMING_LANGUAGES: 'english, french' });
    try {
      const { api, organizationId } = await app.anArchive();
      const { body } = await api.upload(organizationId, { name: 'Invoice.txt', content: 'x' });
      const path = `/api/organizations/${organizationId}/documents`;
      await api.patch(`${path}/${body.document.id}`, { documentDate: '2026-01-31T23:30:00.000Z' });
      const count = async (query: string) =>
        (await api.get<ListBody>(`${path}?searchQuery=${encodeURIComponent(query)}`)).body.documentsCount;
      expect([await count('date:2026-02-01'), await count('date:2026-01')]).toEqual([0, 1]);
      const { document } = (await api.get<{ document: { createdAt: string } }>(`${path}/${body.document.id}`)).body;
      const [there, here] = ['Pacific/Auckland', 'UTC'].map((timeZone) =>
        new Intl.DateTimeFormat('sv', { timeZone }).format(new Date(document.createdAt)),
      );
      expect([await count(`created:${there}`), await count(`created:${here}`)]).toEqual([1, there === here ? 1 : 0]);
      expect([await count('invoices'), await count('"invoices"'), await count('-invoicing')]).toEqual([1, 0, 0]);
    } finally {
      await app.close();
    }
  });
});

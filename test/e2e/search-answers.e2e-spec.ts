import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentsService } from '#archive/documents';
import { systemContext } from '#ground/kernel';
import { CountMatches } from '../../libs/archive/finding/src/count-matches.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { StatementLog } from '../support/statement-log.js';

interface Highlight {
  field: string;
  page: number | null;
  parts: { text: string; isMatch: boolean }[];
}
interface Listing {
  documents: { id: string; name: string; highlights?: Highlight[] }[];
  documentsCount: number;
}

let app: TestApp;
let api: ApiClient;
let organizationId: string;
let documents: string;

beforeAll(async () => {
  app = await startApp();
  ({ api, organizationId } = await app.anArchive());
  documents = `/api/organizations/${organizationId}/documents`;
});
afterAll(() => app.close());

async function aDocument(name: string, content: string, notes?: string): Promise<string> {
  const { status, body } = await api.upload(organizationId, { name: `${name}.txt`, content: `file of ${name}` });
  expect(status).toBe(200);
  const { id } = body.document;
  await app.drain();
  const changed = await api.patch(`${documents}/${id}`, { name, content, ...(notes !== undefined && { notes }) });
  expect(changed.status).toBe(200);
  return id;
}

async function list(query: string, more = ''): Promise<Listing> {
  const { status, body } = await api.get<Listing>(`${documents}?searchQuery=${encodeURIComponent(query)}${more}`);
  expect(status).toBe(200);
  return body;
}

/** The highlights of the only document that is found; marked words in brackets. */
async function marked(query: string): Promise<{ field: string; page: number | null; text: string }[]> {
  const { documents: found } = await list(query, '&highlight=true');
  expect(found).toHaveLength(1);
  return (found[0]?.highlights ?? []).map(({ field, page, parts }) => ({
    field,
    page,
    text: parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join(''),
  }));
}

describe('GET documents?highlight=true', () => {
  const filler = 'other words of the same document are here. '.repeat(40);

  it('marks the words of the query in the name and in the content, as plain text', async () => {
    await aDocument('Règlement <b>Zirkon</b>', 'Le zirkonium brille & <i>zirkon</i> aussi.');
    expect(await marked('ZIRKON')).toEqual([
      { field: 'name', page: null, text: 'Règlement <b>[Zirkon]</b>' },
      { field: 'content', page: null, text: 'Le [zirkon]ium brille & <i>[zirkon]</i> aussi.' },
    ]);
  });

  it('shows the parts of a long content with the most words of the query first, with their pages', async () => {
    const content = [`${filler} basalt ${filler}`, `${filler} nothing ${filler}`, `${filler} granit basalt ${filler}`];
    await aDocument('Stones', content.join('\f'));
    const found = await marked('basalt granit');
    expect(found.map(({ page }) => page)).toEqual([3, 1]);
    expect(found[0]?.text).toContain('[granit] [basalt]');
    for (const { text } of found) expect(text.length).toBeLessThan(170);
  });

  it('finds words far inside a long content, and returns nothing when they are beyond what is read', async () => {
    const near = await aDocument('Near', `${'long '.repeat(20_000)} kobold`);
    const { documents: found } = await list('kobold', '&highlight=true');
    expect(found.map(({ id }) => id)).toEqual([near]);
    expect(found[0]?.highlights?.[0]?.parts).toContainEqual({ text: 'kobold', isMatch: true });
    await aDocument('Far', `${'long '.repeat(200_000)} troglodyt`);
    expect(await marked('troglodyt')).toEqual([]);
  });

  it('excluded words of the query are not marked', async () => {
    await aDocument('Amber', 'bernstein ohne insekt');
    expect(await marked('bernstein NOT fliege')).toEqual([
      { field: 'content', page: null, text: '[bernstein] ohne insekt' },
    ]);
  });

  it('respects the field that the query names', async () => {
    await aDocument('Opal', 'opal in the content too');
    expect((await marked('name:opal')).map(({ field }) => field)).toEqual(['name']);
  });

  it('marks phrases, and words inside Chinese and Korean sentences', async () => {
    await aDocument('Asia', '請求書を送ります。 임대계약서를 확인하십시오. fresh green tea, green leaves');
    expect((await marked('求書'))[0]?.text).toContain('請[求書]を');
    expect((await marked('계약서'))[0]?.text).toContain('임대[계약서]를');
    expect((await marked('"green te"'))[0]?.text).toContain('fresh [green te]a, green leaves');
  });

  it('adds one statement to a list, and none without the parameter', async () => {
    await aDocument('Quartz', 'quarz');
    const log = new StatementLog(app);
    await list('quarz');
    // Otherwise one request a minute also notes the use of its key.
    await poolOf(app).query('update api_key set last_used_at = now()');
    const plain = await log.during(() => list('quarz'));
    const more = await log.during(() => list('quarz', '&highlight=true'));
    expect(more.filter((statement) => !plain.includes(statement))).toHaveLength(1);
    expect(more.length).toBe(plain.length + 1);
    expect((await list('quarz')).documents[0]).not.toHaveProperty('highlights');
  });

  it('returns empty highlights without a query, and 400 for another value than true or false', async () => {
    const { documents: all } = await list('', '&highlight=true');
    expect(all.every(({ highlights }) => highlights?.length === 0)).toBe(true);
    expect((await api.get(`${documents}?highlight=yes`)).status).toBe(400);
  });
});

describe('GET documents?explain=true', () => {
  interface Explained extends Listing {
    explanation?: { tree: { kind: string }; notes: { code: string; from: number; to: number; message: string }[] };
  }
  const explain = async (query: string) => {
    const path = `${documents}?searchQuery=${encodeURIComponent(query)}&explain=true`;
    const { status, body } = await api.get<Explained>(path);
    expect(status).toBe(200);
    return body.explanation;
  };

  it('the explanation says how the query was understood, with the place of what was not', async () => {
    expect(await explain('rent colour:red NOT (a OR b')).toMatchObject({
      tree: { kind: 'and', children: [{ kind: 'text', words: ['rent'] }, { kind: 'nothing' }, { kind: 'not' }] },
      notes: [
        { code: 'unknown-filter', from: 5, to: 15 },
        { code: 'unmatched-opening-parenthesis', from: 20, to: 21 },
      ],
    });
  });

  it('the empty query is explained, and nothing is without the parameter', async () => {
    expect(await explain('')).toEqual({ tree: { kind: 'all' }, notes: [] });
    expect(await list('rent')).not.toHaveProperty('explanation');
  });
});

interface Facets {
  tags: { tagId: string; name: string; count: number }[];
  types: { type: string; count: number }[];
  years: { year: number | null; count: number }[];
  properties: { propertyDefinitionId: string; key: string; name: string; values: Facet[] }[];
}
interface Facet {
  label: string;
  optionId?: string;
  count: number;
}
interface Suggestions {
  suggestions: { kind: string; label: string; insert: string; from: number; to: number; count: number | null }[];
  didYouMean: string | null;
  didYouMeanCount: number | null;
}

describe('facets and suggestions', () => {
  let archive: { api: ApiClient; organizationId: string; userId: string };
  let organization: string;
  let invoices: string;
  let colour: { id: string; options: { id: string; name: string }[] };

  beforeAll(async () => {
    archive = await app.anArchive();
    organization = `/api/organizations/${archive.organizationId}`;
    const tag = async (name: string) =>
      (await archive.api.post<{ tag: { id: string } }>(`${organization}/tags`, { name, color: '#123456' })).body.tag.id;
    invoices = await tag('Invoices 2026');
    await tag('Électricité');
    const property = async (body: object) =>
      (await archive.api.post<{ propertyDefinition: typeof colour }>(`${organization}/custom-properties`, body)).body
        .propertyDefinition;
    colour = await property({ name: 'Main colour', type: 'select', options: [{ name: 'Dark red' }, { name: 'Blue' }] });
    await property({ name: 'Owner', type: 'user_relation' });
    await property({ name: 'Is paid', type: 'boolean' });
    for (const [name, date] of [
      ['Invoice of March', '2026-03-01'],
      ['Invoice of April', '2025-04-01'],
      ['Letter "to" Anna', null],
    ] as const) {
      const { body } = await archive.api.upload(archive.organizationId, {
        name: `${name}.txt`,
        content: `all ${name}`,
      });
      const { id } = body.document;
      await app.drain();
      await archive.api.patch(`${organization}/documents/${id}`, { name, documentDate: date });
      if (date !== null) await archive.api.post(`${organization}/documents/${id}/tags`, { tagId: invoices });
    }
  });

  const facets = async (query = '', api = archive.api): Promise<Facets> => {
    const path = `${organization}/documents/facets?searchQuery=${encodeURIComponent(query)}`;
    const { status, body } = await api.get<Facets>(path);
    expect(status).toBe(200);
    return body;
  };
  /** `|` marks the caret. */
  const suggest = async (typed: string, more = '', api = archive.api): Promise<Suggestions> => {
    const caret = typed.includes('|') ? typed.indexOf('|') : typed.length;
    const query = encodeURIComponent(typed.replace('|', ''));
    const { status, body } = await api.get<Suggestions>(
      `${organization}/search/suggestions?query=${query}&caret=${caret}${more}`,
    );
    expect(status).toBe(200);
    return body;
  };
  /** The queries after taking each suggestion. */
  const completed = async (typed: string): Promise<string[]> => {
    const query = typed.replace('|', '');
    const { suggestions } = await suggest(typed);
    return suggestions.map(({ insert, from, to }) => query.slice(0, from) + insert + query.slice(to));
  };
  /** The same archive with a key that may read documents only. */
  const documentsOnly = async (): Promise<ApiClient> => {
    const { CreateApiKey } = await import('#people/auth');
    const key = { userId: archive.userId, name: 'documents', permissions: ['documents:read'] as const };
    const { token } = await app.app.get(CreateApiKey, { strict: false }).execute(key);
    const { ApiClient: Client } = await import('../support/api-client.js');
    return new Client(app.baseUrl, token);
  };

  it('counts tags, types and years of all documents, and of those that a query finds', async () => {
    expect(await facets()).toMatchObject({
      tags: [{ tagId: invoices, name: 'Invoices 2026', count: 2 }],
      types: [{ type: 'text/plain', count: 3 }],
      years: [
        { year: 2025, count: 1 },
        { year: 2026, count: 1 },
        { year: null, count: 1 },
      ],
    });
    expect((await facets('letter')).tags).toEqual([]);
    expect(await facets('tag:unknown')).toEqual({ tags: [], types: [], years: [], properties: [] });
  });

  it('counts options and boolean values', async () => {
    const { body } = await archive.api.get<Listing>(`${organization}/documents?searchQuery=letter`);
    const option = colour.options[0];
    const path = `${organization}/documents/${body.documents[0]?.id ?? ''}/custom-properties/${colour.id}`;
    const { status } = await archive.api.put(path, { value: option?.id });
    expect(status).toBeLessThan(300);
    expect((await facets()).properties).toEqual([
      {
        propertyDefinitionId: colour.id,
        key: 'maincolour',
        name: 'Main colour',
        values: [{ label: 'Dark red', optionId: option?.id, count: 1 }],
      },
    ]);
  });

  it.each(['', 'letter', 'invoice', 'tag:"invoices 2026"', 'has:maincolour'])(
    'the counts for %j are the same when the search engine counts no groups',
    async (query) => {
      const ctx = systemContext(archive.organizationId, 'command');
      const { signal } = new AbortController();
      const counted = await app.app.get(CountMatches, { strict: false }).count(ctx, query, signal);
      const byEngine = await app.app.get(DocumentsService, { strict: false }).countGroups(ctx, query, signal);
      expect(byEngine).toBeDefined();
      expect(counted).toEqual(byEngine);
    },
  );

  it('completes filters, properties, tags and options by the words that their names start with', async () => {
    expect(await completed('inv')).toContain('tag:"Invoices 2026"');
    expect(await completed('elec')).toContain('tag:Électricité');
    expect(await completed('ta')).toContain('tag:');
    expect(await completed('colour')).toContain('maincolour:');
    expect(await completed('dark')).toContain('maincolour:darkred');
    expect(await completed('tag:2026')).toEqual(['tag:"Invoices 2026"']);
    expect(await completed('maincolour:')).toEqual(['maincolour:darkred', 'maincolour:blue']);
    expect(await completed('ispaid:t')).toEqual(['ispaid:true']);
    expect(await completed('has:o')).toEqual(['has:owner']);
    expect(await completed('created:>20')).toHaveLength(5);
  });

  it('completes at the caret, and leaves the rest of the query as it is', async () => {
    expect(await completed('letter ta|g:x OR rent')).toContain('letter tag:x OR rent');
    expect(await completed('letter -tag:inv| OR rent')).toEqual(['letter -tag:"Invoices 2026" OR rent']);
    expect(await completed('tag:(elec OR in|)')).toEqual(['tag:(elec OR "Invoices 2026")']);
    expect(await completed('tag:"invoices 2|" rent')).toEqual(['tag:"Invoices 2026" rent']);
    expect(await completed('tag:"inv| rent')).toEqual(['tag:"Invoices 2026" rent']);
  });

  it('documents are suggested by their names in quotes', async () => {
    const { suggestions } = await suggest('lett');
    expect(suggestions).toContainEqual({
      ...{ kind: 'document', label: 'Letter "to" Anna', insert: 'name:"Letter \\"to\\" Anna"' },
      ...{ from: 0, to: 4, count: null },
    });
    expect((await list2('name:"Letter \\"to\\" Anna"')).documentsCount).toBe(1);
  });

  it('a suggested tag has the number of its active documents', async () => {
    const { suggestions } = await suggest('tag:inv');
    expect(suggestions).toEqual([
      { kind: 'tag', label: 'Invoices 2026', insert: '"Invoices 2026"', from: 4, to: 7, count: 2 },
    ]);
  });

  it('a key sees no tags, properties and members that it may not read', async () => {
    const api = await documentsOnly();
    expect((await suggest('tag:', '', api)).suggestions).toEqual([]);
    expect((await suggest('colour', '', api)).suggestions).toEqual([]);
    expect((await suggest('maincolour:', '', api)).suggestions).toEqual([]);
    expect(await facets('', api)).toMatchObject({ tags: [], properties: [], types: [{ count: 3 }] });
    expect((await suggest('tag:invoises', '&didYouMean=true', api)).didYouMean).toBeNull();
  });

  it('a key that may not read members does not learn whether a user is one of them', async () => {
    const path = `${organization}/documents?searchQuery=owner:${archive.userId}&explain=true`;
    const { body } = await archive.api.get<{ explanation: { tree: { kind: string } } }>(path);
    expect(body.explanation.tree.kind).toBe('nothing');
  });

  it.each([
    ['tag:"Invoises 2026"', 'tag:"Invoices 2026"'],
    ['tga:électricité letter', null],
    ['nmae:letter', 'name:letter'],
    ['invocie', 'invoice'],
    ['name:invocie aprll', 'name:invoice april'],
    ['maincolor:"dark rde"', 'maincolour:"Dark red"'],
    ['lettre -invoice', 'letter -invoice'],
    ['march 2026', 'march date:2026'],
    ['marhc 2026', 'march date:2026'],
    ['march 2025', null],
    ['aprilinvoice', 'april invoice'],
    ['aprilletter', null],
    ['invoice', null],
    ['xyzzyxyzzy', null],
    ['', null],
  ])('the suggestion corrects the query %j to %j', async (query, corrected) => {
    const { didYouMean, didYouMeanCount } = await suggest(query, '&didYouMean=true');
    expect(didYouMean).toBe(corrected);
    if (didYouMean === null) expect(didYouMeanCount).toBeNull();
    else expect(didYouMeanCount).toBe((await list2(didYouMean)).documentsCount);
    if (didYouMean !== null) expect(didYouMeanCount).toBeGreaterThan(0);
  });

  it('suggestions accept any caret, and reject one that is not a number', async () => {
    for (const typed of ['|', '"|', '(|', 'a:(|b:c "', '-|', 'tag:|"', '\\|', ':|', '__proto__:|', 'constructor|'])
      await suggest(typed);
    expect((await archive.api.get(`${organization}/search/suggestions?query=a&caret=x`)).status).toBe(400);
    expect((await archive.api.get(`${organization}/search/suggestions?query=a&caret=99`)).status).toBe(200);
  });

  const list2 = async (query: string): Promise<Listing> =>
    (await archive.api.get<Listing>(`${organization}/documents?searchQuery=${encodeURIComponent(query)}`)).body;
});

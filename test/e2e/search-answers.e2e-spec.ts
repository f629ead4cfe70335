import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
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

  it('does not mark words that the query excludes', async () => {
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
    const plain = await log.during(() => list('quarz'));
    const more = await log.during(() => list('quarz', '&highlight=true'));
    expect(more.length - plain.length).toBe(1);
    expect((await list('quarz')).documents[0]).not.toHaveProperty('highlights');
  });

  it('returns empty highlights without a query, and 400 for another value than true or false', async () => {
    const { documents: all } = await list('', '&highlight=true');
    expect(all.every(({ highlights }) => highlights?.length === 0)).toBe(true);
    expect((await api.get(`${documents}?highlight=yes`)).status).toBe(400);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface Listing {
  documents: { name: string; highlights?: { parts: { text: string; isMatch: boolean }[] }[] }[];
  documentsCount: number;
  explanation: { tree: { from?: string } };
}

const GERMAN = 'Sehr geehrte Frau Müller, wir haben Ihre Zahlung nicht erhalten und bitten Sie um die Überweisung.';
const ENGLISH = 'Dear Ms Weber, we have not received your payments by the end of May and would ask you for them.';
const TABLE = 'IBAN DE89 3704 0044 0532 0130 00, part AB-1234/56';

let app: TestApp;
let api: ApiClient;
let path: string;

async function begin(): Promise<void> {
  app = await startApp();
  const archive = await app.anArchive();
  ({ api } = archive);
  path = `/api/organizations/${archive.organizationId}/documents`;
  for (const [name, content] of Object.entries({ letter: GERMAN, reminder: ENGLISH, table: TABLE })) {
    const { status } = await api.upload(archive.organizationId, { name: `${name}.txt`, content });
    expect(status).toBe(200);
  }
  await app.drain();
}

async function list(query: string, parameters: Record<string, string> = {}): Promise<Listing> {
  const { status, body } = await api.get<Listing>(
    `${path}?${new URLSearchParams({ searchQuery: query, highlight: 'true', explain: 'true', ...parameters }).toString()}`,
  );
  expect(status).toBe(200);
  return body;
}

async function found(query: string, parameters: Record<string, string> = {}): Promise<string> {
  return (await list(query, parameters)).documents
    .map(({ name }) => name.replace('.txt', ''))
    .sort()
    .join(' ');
}

async function marked(query: string): Promise<string[]> {
  const { documents } = await list(query);
  const parts = documents.flatMap(({ highlights }) => (highlights ?? []).flatMap((each) => each.parts));
  return parts.filter(({ isMatch }) => isMatch).map(({ text }) => text);
}

describe('searching with words as people write them', () => {
  beforeAll(begin);
  afterAll(() => app.close());

  it.each([
    ['mueller', 'letter', 'Müller'],
    ['muller', 'letter', 'Müller'],
    ['ueberweisung', 'letter', 'Überweisung'],
    ['DE89370400440532013000', 'table', 'DE89 3704 0044 0532 0130 00'],
    ['ab123456', 'table', 'AB-1234/56'],
    ['zahlungen', 'letter', 'Zahlung'],
    ['payment', 'reminder', 'payment'],
  ])('%j finds %s and marks %j', async (query, names, mark) => {
    expect(await found(query)).toBe(names);
    expect(await marked(query)).toContain(mark);
  });

  it('words in quotes are exact', async () => {
    expect(await found('"zahlungen"')).toBe('');
    expect(await found('"payments"')).toBe('reminder');
    expect(await found('"mueller"')).toBe('');
  });

  it('filters by language, size, origin, owner and notes', async () => {
    expect(await found('language:de')).toBe('letter');
    expect(await found('language:english')).toBe('reminder');
    expect(await found('language:unknown')).toBe('table');
    expect(await found('size:<60b')).toBe('table');
    expect(await found('size:>60b')).toBe('letter reminder');
    expect(await found('from:upload language:de')).toBe('letter');
    expect(await found('from:email')).toBe('');
    expect(await found('owner:me has:notes')).toBe('');
    expect(await found('owner:me payment')).toBe('reminder');
    expect(await found('created:today')).toBe('letter reminder table');
    expect(await found('-created:<1h')).toBe('');
  });

  it('today is the day of the viewer, whose zone the request names', async () => {
    const dayBegins = async (timeZone: string) => (await list('created:today', { timeZone })).explanation.tree.from;
    const [east, utc, west] = [
      await dayBegins('Pacific/Kiritimati'),
      await dayBegins('UTC'),
      await dayBegins('Pacific/Niue'),
    ];
    expect(east).toMatch(/T10:00:00/);
    expect(utc).toMatch(/T00:00:00/);
    expect(west).toMatch(/T11:00:00/);
    expect(await found('created:today', { timeZone: 'Asia/Tokyo' })).toBe('letter reminder table');
  });

  it('a filter without its value is ignored in a list, and matches nothing for a batch', async () => {
    expect(await found('payment tag:')).toBe('reminder');
    const { status } = await api.post(`${path}/batch/trash`, { filter: { query: 'tag:' } });
    expect(status).toBeLessThan(300);
    await app.drain();
    expect(await found('')).toBe('letter reminder table');
  });
});

describe('the setting of stems', () => {
  it('SEARCH_STEMMING_LANGUAGES=none restores exact words', async () => {
    const other = await startApp({ SEARCH_STEMMING_LANGUAGES: 'none' });
    try {
      const archive = await other.anArchive();
      await archive.api.upload(archive.organizationId, { name: 'letter.txt', content: GERMAN });
      await other.drain();
      const count = async (query: string) =>
        (
          await archive.api.get<Listing>(
            `/api/organizations/${archive.organizationId}/documents?searchQuery=${encodeURIComponent(query)}`,
          )
        ).body.documentsCount;
      expect([await count('zahlungen'), await count('zahlung')]).toEqual([0, 1]);
    } finally {
      await other.close();
    }
  });
});

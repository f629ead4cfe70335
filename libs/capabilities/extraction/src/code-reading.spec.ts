import 'reflect-metadata';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ExtractionConfig } from '#config/extraction';
import type { CodeReading } from '#capabilities/sandbox';
import { labelPage, type Label } from '../../../../test/support/labels.js';
import type { CodeOptions } from './code-reading.js';
import { ExtractionService } from './extraction.service.js';

/** A page of the file: one with labels, or one that fails in this way. */
type Page = string | { labels: Label[]; size?: { width: number; height: number }; blur?: number };

const EXTRACTOR = new URL('../../sandbox/test/bad-extractors/draws-given-pages.mjs', import.meta.url);
const code128 = (text: string, more: Partial<Label> = {}): Label => ({ kind: 'code128', text, ...more });
const qr = (text: string, more: Partial<Label> = {}): Label => ({ kind: 'qrcode', text, ...more });
const matrix = (text: string, more: Partial<Label> = {}): Label => ({ kind: 'datamatrix', text, ...more });
const only = (...labels: Label[]): Page => ({ labels });

async function fileOf(pages: readonly Page[], pagesCount = pages.length): Promise<Buffer> {
  const listed: object[] = [];
  const pixels: Buffer[] = [];
  let at = 0;
  for (const page of pages) {
    if (typeof page === 'string') {
      listed.push({ way: page });
      continue;
    }
    const drawn = await labelPage(page.labels, page.size);
    const shown = page.blur === undefined ? drawn : drawn.blur(page.blur);
    const { data, info } = await shown.grayscale().raw().toBuffer({ resolveWithObject: true });
    listed.push({ width: info.width, height: info.height, at });
    pixels.push(data);
    at += data.length;
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify({ pages: listed, pagesCount })}\n`), ...pixels]);
}

describe('the reading of codes', () => {
  let dataDir: string;
  let service: ExtractionService;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'codes-spec-'));
  });
  beforeEach(() => {
    const config = Object.assign(new ExtractionConfig(), { memoryLimitMb: 400 });
    const data = { dataDir } as ConstructorParameters<typeof ExtractionService>[1];
    const declaration = {
      ...{ form: 'sandboxed' as const, accepts: ['text/plain'], draws: ['text/*'], extractor: EXTRACTOR },
    };
    service = new ExtractionService(
      config,
      data,
      [{ id: 'draws', version: '1.0.0', config: undefined, declaration }],
      undefined,
    );
  });
  afterEach(async () => {
    await service.onApplicationShutdown();
    expect(await readdir(join(dataDir, 'tmp', 'extraction')).catch(() => [])).toEqual([]);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const readFile = (file: Buffer, changes: Partial<CodeOptions> = {}): Promise<CodeReading> =>
    service.readCodes(
      { open: async () => Readable.from([file]), fileName: 'pages.txt', declaredType: 'text/plain' },
      {
        ...{ mostPages: 10, timeoutMs: 120_000, owner: 'a', signal: new AbortController().signal },
        ...changes,
      },
    );
  const read = async (pages: Page[], changes?: Partial<CodeOptions>): Promise<CodeReading> =>
    readFile(await fileOf(pages), changes);
  const textsOf = async (pages: Page[]): Promise<string[]> => {
    const reading = await read(pages);
    return reading.outcome === 'read' ? reading.codes.map(({ text }) => text) : [reading.outcome];
  };

  it('codes of all kinds are read with their pages and from the top', async () => {
    const labels = [
      qr('https://example.com/ä', { top: 900 }),
      code128('ASN00042'),
      matrix('TAG:invoice', { top: 500 }),
    ];
    expect(await read([only(), only(...labels), only(code128('PATCHT'))])).toEqual({
      ...{ outcome: 'read', reason: null, pagesCount: 3, pages: 3, unreadPages: 0, isCutShort: false },
      codes: [
        { page: 2, format: 'Code128', text: 'ASN00042', isCut: false },
        { page: 2, format: 'DataMatrix', text: 'TAG:invoice', isCut: false },
        { page: 2, format: 'QRCode', text: 'https://example.com/ä', isCut: false },
        { page: 3, format: 'Code128', text: 'PATCHT', isCut: false },
      ],
    });
  });

  it.each<[string, Partial<Label>]>([
    ['upside down', { turned: 180 }],
    ['turned by a quarter', { turned: 90 }],
    ['a few degrees askew', { turned: 4 }],
    ['skewed', { skewed: 0.1 }],
    ['of two pixels for each bar', { scale: 2 }],
  ])('labels are read that are %s', async (_, how) => {
    const texts = await textsOf([only(code128('ASN00042', how), qr('ASN00043', { ...how, top: 700 }))]);
    expect(texts).toEqual(['ASN00042', 'ASN00043']);
  });

  it('a blurred page is read', async () => {
    const page = { labels: [code128('ASN00042'), matrix('ASN00043', { top: 700, scale: 6 })], blur: 1.2 };
    expect(await textsOf([page])).toEqual(['ASN00042', 'ASN00043']);
  });

  it('the same code is listed once on each page', async () => {
    const twice = only(code128('ASN00042'), code128('ASN00042', { top: 900 }));
    expect(await textsOf([twice, twice])).toEqual(['ASN00042', 'ASN00042']);
  });

  it('the text of a large code is cut, and control characters do not leave the sandbox', async () => {
    const long = { labels: [qr('LONG '.repeat(800), { scale: 2 })] };
    const reading = await read([long, only(qr('\u0000ASN\u001b\n42'))]);
    const codes = reading.outcome === 'read' ? reading.codes : [];
    expect(codes.map(({ text, isCut }) => [text.length, isCut])).toEqual([
      [499, true],
      [6, false],
    ]);
    expect(codes[1]?.text).toBe('ASN 42');
  });

  it.each(['throws', 'corrupt', 'too-large', 'exits'])(
    'a page that fails (%s) loses only its own codes',
    async (way) => {
      const reading = await read([only(code128('FIRST')), way, only(code128('LAST'))]);
      expect(reading).toMatchObject({ outcome: 'read', pages: 3, unreadPages: 1 });
      expect(reading.outcome === 'read' && reading.codes.map(({ text }) => text)).toEqual(['FIRST', 'LAST']);
    },
  );

  it('a first page that fails leaves the others', async () => {
    const reading = await read(['exits', only(code128('LAST'))]);
    expect(reading).toMatchObject({ outcome: 'read', unreadPages: 1, codes: [{ page: 2, text: 'LAST' }] });
  });

  it('a page that takes all of the time is left out', async () => {
    const reading = await read([only(code128('FIRST')), 'hangs', only(code128('LAST'))], { timeoutMs: 6_000 });
    expect(reading).toMatchObject({ outcome: 'read', unreadPages: 1, codes: [{ text: 'FIRST' }, { text: 'LAST' }] });
  });

  it('no more pages are looked at than allowed', async () => {
    const file = await fileOf([only(code128('EVERY'))], 1000);
    const reading = await readFile(file, { mostPages: 3 });
    expect(reading).toMatchObject({ outcome: 'read', pagesCount: 1000, pages: 3, isCutShort: false });
    expect(reading.outcome === 'read' && reading.codes.map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  it('what was found in time is kept of a file with more pages than there is time for', async () => {
    const file = await fileOf([only(code128('EVERY'))], 100_000);
    const reading = await readFile(file, { mostPages: 100_000, timeoutMs: 4_000 });
    expect(reading).toMatchObject({ outcome: 'read', pagesCount: 100_000, isCutShort: true });
    const { pages, codes } = reading.outcome === 'read' ? reading : { pages: 0, codes: [] };
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(100_000);
    expect(codes).toHaveLength(Math.min(pages, 2000));
  });

  it('a file that cannot be drawn has an outcome', async () => {
    expect(await read(['encrypted'])).toEqual({ outcome: 'encrypted', reason: 'It is as it is.' });
    expect(await readFile(Buffer.from('{"pages":[]}\n'))).toMatchObject({ outcome: 'no-such-page' });
    expect(await readFile(Buffer.from('no pages'))).toMatchObject({ outcome: 'crashed' });
  });

  it('reading codes ends when it is cancelled', async () => {
    const abort = new AbortController();
    const reading = read(['hangs'], { signal: abort.signal });
    abort.abort();
    expect(await reading).toMatchObject({ outcome: 'cancelled' });
  });
});

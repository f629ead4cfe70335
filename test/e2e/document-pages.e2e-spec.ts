import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdf, pictureOver, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { EventStream } from './event-stream.js';
import { tiffOf } from './many-page-tiff.js';

interface Hit {
  page: number | null;
  start: number;
  length: number;
  boxes: [number, number, number, number][];
}
interface Page {
  page: number;
  width: number | null;
  height: number | null;
  source: string;
  engine: string | null;
  hasWords: boolean;
}
interface Word {
  text: string;
  box: number[];
  confidence: number | null;
}
interface Step {
  step: string;
  engine: string | null;
  status: string;
  pagesDone: number | null;
  startedAt: string | null;
  ms: number | null;
  reason: string | null;
}

const PICTURE = await readFile(new URL('../../plugins/extraction-pdf/test/fixtures/letter.jpg', import.meta.url));
const LETTER = await readFile(new URL('../../plugins/ocr-tesseract/test/fixtures/letter.png', import.meta.url));
/** Where `orchard` is in the letter, measured in the picture: left, top, right, bottom as parts. */
const ORCHARD = { left: 0.633, top: 0.352, right: 0.752, bottom: 0.407 };
const [WIDTH, HEIGHT] = [595, 842];

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

async function aDocument(name: string, content: Buffer | string): Promise<string> {
  const { status, body } = await api.upload(organizationId, { name, content });
  expect(status).toBe(200);
  await app.drain();
  return body.document.id;
}

async function get<Body>(path: string): Promise<Body> {
  const { status, body } = await api.get<Body>(`${documents}/${path}`);
  expect(status).toBe(200);
  return body;
}

const pagesOf = async (id: string) => (await get<{ pages: Page[] }>(`${id}/pages`)).pages;
const wordsOf = async (id: string, page: number) => (await get<{ words: Word[] }>(`${id}/pages/${page}/words`)).words;
const stepsOf = async (id: string) => (await get<{ steps: Step[] }>(`${id}/processing`)).steps;
const hitsOf = (id: string, query: string) =>
  get<{ hits: Hit[]; isComplete: boolean }>(`${id}/hits?searchQuery=${encodeURIComponent(query)}`);

const overlap = (
  box: readonly number[],
  place: { left: number; top: number; right: number; bottom: number },
): number => {
  const [x = 0, y = 0, width = 0, height = 0] = box;
  const across = Math.min(x + width, place.right) - Math.max(x, place.left);
  const down = Math.min(y + height, place.bottom) - Math.max(y, place.top);
  return (Math.max(0, across) * Math.max(0, down)) / ((place.right - place.left) * (place.bottom - place.top));
};

describe('the pages of a PDF with text', () => {
  const lines = ['A first line', 'The needle is here, and a needle there'];
  let id: string;
  let content: string;

  beforeAll(async () => {
    const pages = [{ drawing: textLines(['Nothing to find']) }, { drawing: textLines(lines) }];
    id = await aDocument('text.pdf', aPdf(...pages));
    content = (await get<{ document: { content: string } }>(id)).document.content;
  });

  it('pages are listed with size, source, engine and whether their words are known', async () => {
    const engine = expect.stringMatching(/^extraction-pdf \d/);
    const page = { width: WIDTH, height: HEIGHT, source: 'text', confidence: null, engine };
    const known = { hasWords: true, attachment: null };
    expect(await pagesOf(id)).toEqual([
      { page: 1, ...page, ...known },
      { page: 2, ...page, ...known },
    ]);
    const words = await wordsOf(id, 1);
    expect(words.map(({ text, confidence }) => [text, confidence])).toEqual([
      ['Nothing', null],
      ['to', null],
      ['find', null],
    ]);
    expect(await wordsOf(id, 3)).toEqual([]);
  });

  it('hits in a PDF are at the places of the words', async () => {
    const { hits, isComplete } = await hitsOf(id, 'needle');
    expect(isComplete).toBe(true);
    expect(hits.map(({ start, length }) => content.slice(start, start + length))).toEqual(['needle', 'needle']);
    expect(hits.map(({ page }) => page)).toEqual([2, 2]);
    // Helvetica of 12 points from (50, 763) on: `The ` is 24 points wide, `needle` 36.
    const place = { left: 74 / WIDTH, right: 110 / WIDTH, top: 1 - 771 / HEIGHT, bottom: 1 - 763 / HEIGHT };
    expect(hits[0]?.boxes).toHaveLength(1);
    expect(overlap(hits[0]?.boxes[0] ?? [], place)).toBeGreaterThan(0.95);
    expect(overlap(hits[1]?.boxes[0] ?? [], place)).toBe(0);
  });

  it('hits in a PDF match the words of the query as the search understands it', async () => {
    const texts = async (query: string) =>
      (await hitsOf(id, query)).hits.map(({ start, length }) => content.slice(start, start + length));
    expect(await texts('NEED')).toEqual(['need', 'need']);
    expect(await texts('"needle is"')).toEqual(['needle is']);
    expect((await hitsOf(id, '"needle is"')).hits[0]?.boxes).toHaveLength(2);
    expect(await texts('needle -nothing')).toHaveLength(2);
    for (const query of ['', 'name:needle', 'tag:needle', 'absent', '"']) expect(await texts(query)).toEqual([]);
  });

  it('a PDF with text has a timeline', async () => {
    const steps = await stepsOf(id);
    expect(steps.map(({ step, status }) => [step, status])).toEqual([
      ['received', 'completed'],
      ['text', 'completed'],
      ['search', 'completed'],
      ['rules', 'completed'],
    ]);
    expect(steps[1]).toMatchObject({ engine: expect.stringMatching(/^extraction-pdf \d/), pagesDone: 2, reason: null });
    expect(steps[1]?.ms).toBeGreaterThanOrEqual(0);
    expect(Date.parse(steps[1]?.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(steps[0]?.startedAt ?? ''));
  });

  it('pages are replaced when the document is read again, and kept when its text is edited', async () => {
    await api.patch(`${documents}/${id}`, { content: `${content}\nA typed needle` });
    const { hits } = await hitsOf(id, 'needle');
    expect(hits.map(({ boxes }) => boxes.length)).toEqual([1, 1, 0]);
    await poolOf(app).query('insert into document_page (document_id, page, source) values ($1, 3, $2)', [id, 'text']);
    expect(await pagesOf(id)).toHaveLength(3);
    await api.post(`${documents}/${id}/reprocess`);
    expect((await stepsOf(id)).map(({ status }) => status)).toEqual(['completed', 'pending', 'pending', 'pending']);
    await app.drain();
    expect(await pagesOf(id)).toHaveLength(2);
  });

  it('pages may be unknown, like those of documents that an earlier version has read', async () => {
    await poolOf(app).query('delete from document_page where document_id = $1', [id]);
    await poolOf(app).query('update document set extraction_steps = null where id = $1', [id]);
    expect(await pagesOf(id)).toEqual([]);
    expect(await wordsOf(id, 2)).toEqual([]);
    expect((await hitsOf(id, 'needle')).hits).toMatchObject([
      { page: 2, boxes: [] },
      { page: 2, boxes: [] },
    ]);
    expect((await stepsOf(id))[1]).toMatchObject({ status: 'completed', engine: 'extraction-pdf', ms: null });
  });
});

describe('the pages of scans', () => {
  it('hits in a picture are at the places of the words', async () => {
    const id = await aDocument('letter.png', LETTER);
    expect(await pagesOf(id)).toMatchObject([{ page: 1, width: 1240, height: 600, source: 'ocr', hasWords: true }]);
    const { hits } = await hitsOf(id, 'orchard');
    expect(hits).toMatchObject([{ page: 1, length: 7 }]);
    expect(overlap(hits[0]?.boxes[0] ?? [], ORCHARD)).toBeGreaterThan(0.9);
    const word = (await wordsOf(id, 1)).find(({ text }) => text.startsWith('orchard'));
    expect(word?.confidence).toBeGreaterThan(50);
    expect(word?.confidence).toBeLessThanOrEqual(100);
    const steps = await stepsOf(id);
    expect(steps.map(({ step, status }) => [step, status])).toEqual([
      ['received', 'completed'],
      ['text', 'completed'],
      ['ocr', 'completed'],
      ['search', 'completed'],
      ['rules', 'completed'],
    ]);
    expect(steps[2]).toMatchObject({ engine: expect.stringMatching(/^ocr-tesseract \d/), pagesDone: 1, pagesTotal: 1 });
  });

  it('pages of a scan are announced on the live feed while they are recognized', async () => {
    const live = `${app.baseUrl}/api/organizations/${organizationId}/events/stream`;
    const stream = await EventStream.open(live, { authorization: `Bearer ${api.token}` });
    try {
      const id = await aDocument('three.tif', await tiffOf(LETTER, 3));
      const messages = await stream.until(({ event, data }) => event === 'progress' && data['status'] === 'completed');
      const progress = messages.filter(({ event }) => event === 'progress').map(({ data }) => data);
      expect(progress.every(({ documentId }) => documentId === id)).toBe(true);
      const pages = progress.filter(({ pagesTotal }) => pagesTotal !== null);
      expect(pages[0]).toMatchObject({ status: 'running', step: 'ocr', pagesDone: 1, pagesTotal: 3 });
      expect((await pagesOf(id)).map(({ page, source }) => [page, source])).toEqual(
        [1, 2, 3].map((page) => [page, 'ocr']),
      );
    } finally {
      await stream.close();
    }
  });

  it('hits in a scanned page of a PDF are at the places of the words', async () => {
    const [left, bottom, width, height] = [40, 400, 515, 250] as const;
    const scan = {
      drawing: pictureOver(left, bottom, width, height),
      picture: { jpeg: PICTURE, width: 800, height: 387 },
    };
    const id = await aDocument('scan.pdf', aPdf({ drawing: textLines(['Cover letter of the orchard']) }, scan));
    const { hits } = await hitsOf(id, 'orchard');
    expect(hits.map(({ page }) => page)).toEqual([1, 2]);
    expect((await pagesOf(id)).map(({ source, engine }) => [source, engine?.split(' ')[0]])).toEqual([
      ['text', 'extraction-pdf'],
      ['ocr', 'ocr-tesseract'],
    ]);
    const top = HEIGHT - bottom - height;
    const place = {
      left: (left + ORCHARD.left * width) / WIDTH,
      right: (left + ORCHARD.right * width) / WIDTH,
      top: (top + ORCHARD.top * height) / HEIGHT,
      bottom: (top + ORCHARD.bottom * height) / HEIGHT,
    };
    expect(overlap(hits[1]?.boxes[0] ?? [], place)).toBeGreaterThan(0.8);
  });
});

describe('documents without words', () => {
  it('documents without words have hits without boxes', async () => {
    const id = await aDocument('plain.txt', 'one needle');
    expect(await pagesOf(id)).toMatchObject([{ page: 1, width: null, height: null, source: 'text', hasWords: false }]);
    expect((await hitsOf(id, 'needle')).hits).toEqual([{ page: 1, start: 4, length: 6, boxes: [], attachment: null }]);
  });

  it('the timeline says why a file was not read', async () => {
    const id = await aDocument('broken.pdf', '%PDF-1.7\nbroken');
    const [, text] = await stepsOf(id);
    expect(await pagesOf(id)).toEqual([]);
    expect(text).toMatchObject({ status: 'failed', reason: 'The PDF is damaged and cannot be opened.' });
  });

  it('a document is searched up to the thousandth hit', async () => {
    const id = await aDocument('many.txt', 'needle '.repeat(1_200));
    const { hits, isComplete } = await hitsOf(id, 'needle');
    expect([hits.length, isComplete]).toEqual([1_000, false]);
  });

  it('pages are unknown to other organizations', async () => {
    const id = await aDocument('mine.txt', 'mine');
    const other = await app.anArchive();
    for (const path of ['pages', 'pages/1/words', 'hits?searchQuery=mine', 'processing']) {
      const answer = await other.api.get(`/api/organizations/${other.organizationId}/documents/${id}/${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await api.get(`${documents}/${id}/pages/0/words`)).status).toBe(400);
  });

  it('documents lose their pages when they are purged', async () => {
    const id = await aDocument('gone.txt', 'gone soon');
    await api.delete(`${documents}/${id}`);
    await api.delete(`${documents}/trash/${id}`);
    const { rows } = await poolOf(app).query('select from document_page where document_id = $1', [id]);
    const left = await poolOf(app).query('select from document where id = $1', [id]);
    expect([rows.length, left.rows.length]).toEqual([0, 0]);
  });
});

import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { PackedWords, type ExtractedPage } from '@archivolt/plugin-kit';
import fc from 'fast-check';
import { layoutsOf } from './page-layout.js';
import { readLayouts, writeLayouts } from './layout-file.js';

const word = { text: 'word', box: [0.1, 0.1, 0.2, 0.2] as const };
const page = (fields: object = {}): ExtractedPage => ({ text: 'word', source: 'text-layer', ...fields });

describe('the layouts of pages', () => {
  it('layouts are handed over with sizes, sources and words', async () => {
    const pages = [
      page({ width: 595, height: 842, words: [word] }),
      page({ source: 'ocr', confidence: 91 }),
      page({ source: 'mixed', confidence: 60, words: PackedWords.of([word, word]) }),
    ];
    const read = readLayouts(writeLayouts(await layoutsOf(pages, 3)));
    expect(read).toMatchObject([
      { width: 595, height: 842, source: 'text', confidence: null },
      { width: null, height: null, source: 'ocr', confidence: 91, words: null },
      { source: 'ocr', confidence: 60 },
    ]);
    expect([...PackedWords.fromBytes(inflateRawSync(read[0]?.words ?? new Uint8Array()))]).toEqual([word]);
    expect(PackedWords.fromBytes(inflateRawSync(read[2]?.words ?? new Uint8Array())).count).toBe(2);
  });

  it('layouts have no size, confidence or words where a plugin returns invalid ones', async () => {
    const pages = [
      page({ width: NaN, height: 1, words: 'words' }),
      page({ width: Infinity, height: 1, words: 7 }),
      page({ width: -1, height: 1, words: {} }),
      page({ width: 1e-300, height: 1, words: [{ text: 'x', box: [NaN, 0, 1, 1] }] }),
      page({ width: '1', height: 1, source: 'ocr', confidence: 1e9, words: null }),
      page({ source: 'unknown', confidence: 50 }),
    ];
    const empty = { width: null, height: null, confidence: null, words: null };
    const layouts = await layoutsOf(pages, pages.length);
    expect(layouts.map(({ source: _, ...layout }) => layout)).toEqual(pages.map(() => empty));
    expect(layouts.map(({ source }) => source)).toEqual(['text', 'text', 'text', 'text', 'ocr', 'text']);
  });

  it('layouts are kept for 10,000 pages, and only for pages with a text', async () => {
    expect(await layoutsOf(Array<ExtractedPage>(20_000).fill(page()), 20_000)).toHaveLength(10_000);
    expect(await layoutsOf([page(), page(), page()], 2)).toHaveLength(2);
  });

  it('no layouts are read when a child has written something else', () => {
    const header = (text: string, length = text.length): Buffer => {
      const bytes = Buffer.alloc(4 + text.length);
      bytes.writeUInt32LE(length);
      bytes.write(text, 4);
      return bytes;
    };
    for (const json of [
      '',
      '7',
      '{"length":3}',
      '[7]',
      '[[1,1,"text",null,9]]',
      '[[1,1,"text",null,-1]]',
      '[[1,1,"ocr",2,"3"]]',
    ])
      expect(readLayouts(header(json))).toEqual([]);
    expect(readLayouts(header('[]', 4_000_000_000))).toEqual([]);
    expect(readLayouts(header(`[${Array(10_001).fill('[1,1,"text",null,0]').join()}]`))).toEqual([]);
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void readLayouts(bytes)));
  });
});

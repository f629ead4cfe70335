import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { PackedWords, type PageWord } from '@archivolt/plugin-kit';
import { locateHitsOfPage } from './locate-hits.js';
import { PageTexts } from './page-texts.js';

const words: PageWord[] = ['The', 'big', 'invoice', 'of', 'May'].map((text, index) => ({
  text,
  box: [index / 10, 0.5, 0.05, 0.1],
}));
const stored = deflateRawSync(PackedWords.of(words).toBytes());
const boxesAt = (text: string, start: number, length: number, bytes: Uint8Array = stored) =>
  locateHitsOfPage({ text, words: bytes, hits: [{ start, length }] })[0]?.map(([x]) => x);

describe('locateHitsOfPage', () => {
  it('returns the boxes of the words that a hit touches', () => {
    const text = 'The big invoice\nof May';
    expect(boxesAt(text, 8, 7)).toEqual([0.2]);
    expect(boxesAt(text, 9, 2)).toEqual([0.2]);
    expect(boxesAt(text, 4, 14)).toEqual([0.1, 0.2, 0.3]);
    expect(boxesAt(text, 3, 1)).toEqual([]);
  });

  it('returns no boxes for hits in parts of the text that have no words', () => {
    expect(boxesAt('The big invoice of May\nName: Kim', 23, 4)).toEqual([]);
  });

  it('returns no boxes when the stored words are damaged, or would be too large', () => {
    expect(boxesAt('The big invoice', 0, 3, new Uint8Array([1, 2, 3]))).toEqual([]);
    expect(boxesAt('The big invoice', 0, 3, deflateRawSync(Buffer.alloc(100_000_000)))).toEqual([]);
  });
});

describe('PageTexts', () => {
  it('the page of each place in a text is known', () => {
    const pages = new PageTexts('one\ftwo\f\ffour');
    expect([0, 3, 4, 7, 8, 9, 12].map((place) => pages.pageAt(place))).toEqual([1, 1, 2, 2, 3, 4, 4]);
    expect([1, 2, 3, 4].map((page) => pages.textOf(page))).toEqual(['one', 'two', '', 'four']);
  });
});

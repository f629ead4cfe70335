import { describe, expect, it } from '@jest/globals';
import { analysedPages } from './analysed-pages.js';

const page = (offset?: number) => ({ spans: offset === undefined ? [] : [{ offset, length: 1 }] });
const textsOf = (content: string, offsets: (number | undefined)[], stringIndexType = 'textElements') =>
  analysedPages({ content, stringIndexType, pages: offsets.map(page) })?.map(({ text }) => text);

describe('the pages of an analysis', () => {
  it('pages are cut at their beginnings, without the marks between them', () => {
    const content = '# One\n\n<!-- PageBreak -->\n\nTwo\n<!-- PageBreak -->\nThree';
    const offsets = [0, content.indexOf('Two'), content.indexOf('Three')];
    expect(textsOf(content, offsets)).toEqual(['# One', 'Two', 'Three']);
  });

  it('pages include what comes before the first and after the last place', () => {
    expect(textsOf('title one two end', [6, 10])).toEqual(['title one', 'two end']);
  });

  it('pages without text are included', () => {
    expect(textsOf('one two', [0, undefined, 4, undefined])).toEqual(['one', '', 'two', '']);
  });

  it.each([
    ['textElements', 'e\u0301 \u{1f468}\u200d\u{1f469}\u200d\u{1f467}\r\nTwo', 4],
    ['unicodeCodePoint', 'e\u0301 \u{1f468}\u200d\u{1f469}\u200d\u{1f467}\r\nTwo', 10],
    ['utf16CodeUnit', 'e\u0301 \u{1f468}\u200d\u{1f469}\u200d\u{1f467}\r\nTwo', 13],
    ['textElements', 'Größe\nTwo', 6],
    ['textElements', 'Größe e\u0301 Two', 8],
  ])('pages are found by places in the unit %s', (unit, content, offset) => {
    expect(textsOf(content, [0, offset], unit)).toEqual([content.slice(0, content.indexOf('Two')).trim(), 'Two']);
  });

  it.each([[[4, 0]], [[0, -1]], [[0, Number.NaN]], [['0', '4'] as never]])(
    'a text is one page when the places %j cannot be right',
    (offsets) => expect(textsOf('one two', offsets)).toEqual(['one two']),
  );

  it('pages of a long text are found in a time proportional to its length', () => {
    const content = 'Straße \u{1f600} e\u0301\n'.repeat(100_000);
    const offsets = Array.from({ length: 1_000 }, (_, index) => index * 1_100);
    expect(textsOf(content, offsets)).toHaveLength(1_000);
  });

  it('analysed pages have their sizes', () => {
    const analysis = { content: 'one', pages: [{ width: 8.5, height: 11, spans: [{ offset: 0 }] }] };
    expect(analysedPages(analysis)).toEqual([{ text: 'one', source: 'ocr', width: 8.5, height: 11 }]);
    expect(analysedPages({ content: 'one', pages: [{ width: 0, height: 'x' }] })).toEqual([
      { text: 'one', source: 'ocr' },
    ]);
  });

  it('an analysis without content has no pages', () => {
    expect(analysedPages({ pages: [] })).toBeUndefined();
    expect(analysedPages(null)).toBeUndefined();
    expect(analysedPages({ content: 'text' })).toEqual([{ text: 'text', source: 'ocr' }]);
  });
});

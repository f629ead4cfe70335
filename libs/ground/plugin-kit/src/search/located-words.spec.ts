import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { locateWords } from './located-words.js';
import { foldedNeedle, foldedText, foldWords, indexedWords } from './words.js';

/** The part of the text that the words of a query have found. */
function found(text: string, query: string): string | undefined {
  const { folded, starts, ends } = locateWords(text);
  const needle = foldedNeedle(foldWords(query));
  const at = folded.indexOf(needle);
  if (at < 0) return undefined;
  const first = needle.startsWith(' ') ? at + 1 : at;
  return text.slice(starts[first], ends[at + needle.length - 1]);
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      ...[
        'a',
        'B',
        'É',
        'e\u0301',
        '\u0301',
        'ß',
        'ﬁ',
        'İ',
        'Σ',
        'ʼ',
        '1',
        '234',
        '２',
        '.',
        ',',
        ' ',
        '-',
        '/',
        'ue',
        'mm',
        '\n',
        '\0',
        '\ud800',
        '😀',
      ],
      ...['請', '求', 'が', 'カ', '\u3099', 'ﾞ', '한', '\u1100', '\u1161', 'ภ', 'ा', 'क', 'ㄇ', 'ˇ'],
      ...['\u00ad', '\u200d', 'x'.repeat(70), '書'.repeat(70)],
    ),
  }),
);

describe('locateWords', () => {
  it.each([
    ['Die Straße', 'strasse', 'Straße'],
    ['an ÉNORME bill', 'enor', 'ÉNOR'],
    ['cafe\u0301 noir', 'cafe n', 'cafe\u0301 n'],
    ['the ﬁnal ＡＢＣ', 'final ab', 'ﬁnal ＡＢ'],
    ['Rech\u00adnung', 'rechnung', 'Rech\u00adnung'],
    ['日本語の請求書2024年', '請求', '請求'],
    ['請\n求 書', '求書', '求 書'],
    ["c'est bon", 'c est', "c'est"],
    ['𝒳y', 'x', '𝒳'],
    ['세금계산서를', '계산', '계산'],
    ['việt', 'viet', 'việt'],
    ['a sum of 1,234.50 EUR', '1234', '1,234.50'],
    ['a sum of 1,234.50 EUR', '1,234', '1,234'],
    ['by E-Mail only', 'email', 'E-Mail'],
    ['Herr Mueller, Köln', 'muller', 'Mueller'],
    ['DE89 3704 0044 0532 0130 00', 'de893704', 'DE89 3704 0044 0532 0130 00'],
  ])('the words in %j that the query %j has found are located', (text, query, expected) => {
    expect(found(text, query)).toBe(expected);
  });

  it('returns exactly the words that the search indexes', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { folded, starts, ends } = locateWords(text);
        expect(folded).toBe(foldedText(indexedWords(text)));
        expect(starts).toHaveLength(folded.length);
        expect(ends).toHaveLength(folded.length);
      }),
      { numRuns: 10_000 },
    );
  });

  it('returns positions that ascend up to the joined numbers and split no surrogate pair', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { starts, ends } = locateWords(text);
        const words = foldedText(foldWords(text)).length;
        for (let at = 0; at < words; at += 1) {
          const [start = 0, end = 0] = [starts[at], ends[at]];
          expect(start).toBeLessThanOrEqual(end);
          expect(start).toBeGreaterThanOrEqual(starts[at - 1] ?? 0);
          const part = text.slice(start, end);
          expect(part.isWellFormed() || !text.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

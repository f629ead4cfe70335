import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldedNeedle, foldedText, foldWords, indexTerms, queryTerms, sortKey } from './words.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'É',
      'ß',
      '請',
      '求',
      'が',
      'カ',
      '゙',
      '한',
      'ภ',
      'ा',
      'क',
      '1',
      ' ',
      '-',
      '\ud800',
      '\0',
    ),
  }),
);

describe('foldWords', () => {
  it.each([
    ["C'est ÉNORME", ['c', 'est', 'enorme']],
    ['Straße Ærø Łódź œuvre Đorđe', ['strasse', 'aero', 'lodz', 'oeuvre', 'dorde']],
    ['việt Việt ﬁn ２０２４', ['viet', 'viet', 'fin', '2024']],
    ['İstanbul ΟΔΟΣ οδός', ['istanbul', 'οδοσ', 'οδοσ']],
    ['1,234.50 foo_bar a@b.c', ['1', '234', '50', 'foo', 'bar', 'a', 'b', 'c']],
    ['Rech\u00adnung', ['rechnung']],
    ['日本語の請求書2024年', ['日本語の請求書', '2024', '年']],
    ['ガラス ﾗｼﾞｵ', ['ガラスラジオ']],
    ['請 求\n書', ['請求書']],
    ['세금 계산서', ['세금', '계산서']],
    ['हिन्दी', ['हिन्दी']],
    ['!!! 😀 - _', []],
    ['\0a\ud800b', ['a', 'b']],
  ])('folds %j to %j', (text, words) => {
    expect(foldWords(text)).toEqual(words);
  });

  it('distinguishes voiced from unvoiced kana', () => {
    expect(foldWords('ガラス')).not.toEqual(foldWords('カラス'));
  });

  it('truncates long words, but not runs in scripts without spaces', () => {
    expect(foldWords('x'.repeat(100))).toEqual(['x'.repeat(64)]);
    expect(foldWords('𝒳'.repeat(100))).toEqual(['x'.repeat(64)]);
    expect(foldWords('書'.repeat(100))).toEqual(['書'.repeat(100)]);
  });

  it('returns words that fold to themselves, without NUL and lone surrogates', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const word of foldWords(text)) {
          expect(foldWords(word)).toEqual([word]);
          expect(word.isWellFormed()).toBe(true);
          expect(word).not.toMatch(/[\0\s]/);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('indexTerms', () => {
  it('returns each word once, and pairs plus the last character for scripts without spaces', () => {
    expect(indexTerms(['a', 'b', 'a'])).toEqual(['a', 'b']);
    expect(indexTerms(['請求書', '書'])).toEqual(['請求', '求書', '書']);
    expect(indexTerms(['𠮷野家'])).toEqual(['𠮷野', '野家', '家']);
  });
});

describe('queryTerms', () => {
  it('returns terms that every match contains, and that only matches contain when `exact` is true', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '請', '求', '書'), minLength: 1, maxLength: 4 });
    const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => foldWords(list.join(' ')));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), words, (text, asked) => {
        const field = foldWords(text.join(', '));
        const terms = indexTerms(field);
        const { whole, prefix, exact } = queryTerms(asked);
        const isCandidate =
          whole.every((term) => terms.includes(term)) &&
          (prefix === undefined || terms.some((term) => term.startsWith(prefix)));
        const matches = foldedText(field).includes(foldedNeedle(asked));
        if (matches) expect(isCandidate).toBe(true);
        if (exact) expect(isCandidate).toBe(matches);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('sortKey', () => {
  it('ignores case and accents and keeps all other characters', () => {
    expect(sortKey('Épée_2 (B).PDF')).toBe('epee_2 (b).pdf');
    expect(['Banana', 'apple', 'Cherry', 'éclair'].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual([
      'apple',
      'Banana',
      'Cherry',
      'éclair',
    ]);
  });

  it('returns text of limited length that PostgreSQL accepts', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(sortKey(name).isWellFormed()).toBe(true);
        expect(sortKey(name)).not.toContain('\0');
      }),
    );
    expect(sortKey('請'.repeat(1_000))).toHaveLength(256);
  });
});

import { describe, expect, it } from '@jest/globals';
import { indexedWords } from '@archivolt/plugin-kit';
import { FIRST_UNMARKED_BYTE, markedTerms, termOfMark, termsOfEnding } from './marked-terms.js';
import { BoundedTerms } from './prepared-field.js';

function termsOf(text: string, mostBytes = 10_000): BoundedTerms {
  const terms = new BoundedTerms(mostBytes, 2);
  for (const word of indexedWords(text)) terms.add(word);
  return terms;
}

describe('marked terms', () => {
  it('a content has the terms that it repeats, its length, and its words in reverse', () => {
    expect(termsOf('the rent, the rental: rent').withMarks('content')).toEqual([
      ...['the', 'rent', 'rental'],
      ...['$short', '!the', '!rent', '#the', '#rent', '+latner'],
    ]);
  });

  it('names and notes have their words in reverse only', () => {
    for (const field of ['name', 'notes'] as const)
      expect(termsOf('house house rent').withMarks(field)).toEqual(['house', 'rent', '+esuoh']);
  });

  it('what does not fit is left out, the words last', () => {
    const text = Array.from({ length: 100 }, (_, index) => `${String(index).padStart(4, 'a')}word`).join(' ');
    const all = termsOf(text).withMarks('content');
    for (const mostBytes of [200, 900, 1_100, 1_500]) {
      const terms = termsOf(text, mostBytes);
      const kept = terms.withMarks('content');
      expect(kept).toEqual(all.slice(0, kept.length));
      expect(kept.reduce((sum, term) => sum + Buffer.byteLength(term) + 2, 0)).toBeLessThanOrEqual(mostBytes);
      expect(terms.isFull).toBe(mostBytes < 1_000);
    }
  });

  it('no marked term can be taken for a word, and all of them stand before words', () => {
    const marked = [...markedTerms('content', new Map([['invoice', 5]]))];
    expect(marked.length).toBeGreaterThan(3);
    for (const term of marked) expect(term.charCodeAt(0)).toBeLessThan(FIRST_UNMARKED_BYTE);
  });

  it('what is looked for is what was stored', () => {
    const stored = new Set(termsOf('rent rent rent stromrechnung').withMarks('content'));
    const marks = [
      { kind: 'term', field: 'content', term: 'rent' },
      { kind: 'prominent', term: 'rent', isPrefix: false },
      { kind: 'veryProminent', term: 'rent', isPrefix: false },
      { kind: 'length', length: 'short' },
    ] as const;
    for (const mark of marks) expect(stored).toContain(termOfMark(mark).term);
    const [whole, reversed] = termsOfEnding('rechnung');
    expect(whole).toEqual({ term: 'rechnung', isPrefix: false });
    expect([...stored].some((term) => reversed?.isPrefix === true && term.startsWith(reversed.term))).toBe(true);
  });
});

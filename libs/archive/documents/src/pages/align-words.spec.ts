import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { alignWords } from './align-words.js';

/** The part of the text that each word was found at; undefined for words that were not found. */
function found(text: string, words: readonly string[]): (string | undefined)[] {
  const places = new Map(alignWords(text, words).map(({ word, start, end }) => [word, text.slice(start, end)]));
  return words.map((_, index) => places.get(index));
}

describe('alignWords', () => {
  it('finds words in their order', () => {
    expect(alignWords('to be\nor not to be', ['to', 'be', 'or', 'not', 'to', 'be'])).toEqual([
      { word: 0, start: 0, end: 2 },
      { word: 1, start: 3, end: 5 },
      { word: 2, start: 6, end: 8 },
      { word: 3, start: 9, end: 12 },
      { word: 4, start: 13, end: 15 },
      { word: 5, start: 16, end: 18 },
    ]);
  });

  it('finds both parts of a word that was broken at the end of a line, with and without its hyphen', () => {
    expect(found('die Rechnung vom', ['die', 'Rech-', 'nung', 'vom'])).toEqual(['die', 'Rech', 'nung', 'vom']);
    expect(found('die Rechnung vom', ['die', 'Rech', 'nung', 'vom'])).toEqual(['die', 'Rech', 'nung', 'vom']);
    expect(found('well-known facts', ['well-', 'known', 'facts'])).toEqual(['well-', 'known', 'facts']);
  });

  it('continues after words that the text does not have, and after text between words', () => {
    expect(found('one two five six', ['one', 'two', 'three', 'four', 'five', 'six'])).toEqual([
      ...['one', 'two'],
      ...[undefined, undefined],
      ...['five', 'six'],
    ]);
    expect(found('one Name: a form field two three', ['one', 'two', 'three'])).toEqual(['one', 'two', 'three']);
  });

  it('a frequent word is not followed to a distant place', () => {
    expect(found('the cat x the dog sat', ['the', 'cat', 'the', 'dog', 'sat'])).toEqual([
      'the',
      'cat',
      'the',
      'dog',
      'sat',
    ]);
  });

  it('finds every word of a text that consists of these words', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '請', '\u{1f600}'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom(' ', '\n', '  '), (words, between) => {
        expect(found(words.join(between), words)).toEqual(words);
      }),
    );
  });

  it('returns places inside the text in their order, whatever it is given', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', ' ', '\u00ad'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 30 }), (content, words) => {
        let last = 0;
        for (const { start, end } of alignWords(content, words)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(content.length);
          last = end;
        }
      }),
    );
  });

  it('alignWords gives up early on a text that has been rewritten', () => {
    const words = Array.from({ length: 10_000 }, (_, index) => `word${index}`);
    expect(alignWords('x'.repeat(1_000_000), words)).toEqual([]);
  });
});

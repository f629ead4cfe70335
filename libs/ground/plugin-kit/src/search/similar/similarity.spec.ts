import { describe, expect, it } from '@jest/globals';
import { foldedText, indexedWords } from '../words.js';
import { Similarity } from './similarity.js';
import { mostFrequent, occurringTerms, tellingTerms } from './telling-terms.js';

const folded = (text: string): string => foldedText(indexedWords(text));
const compared = (content: string, id = 'a') => ({
  id,
  name: '',
  content: folded(content),
  contentBytes: Buffer.byteLength(folded(content)),
});
const words = (from: number, to: number): string =>
  Array.from(
    { length: to - from },
    (_, index) => `word${String.fromCharCode(97 + ((from + index) % 26))}${'x'.repeat((from + index) / 26)}`,
  ).join(' ');

describe('occurringTerms', () => {
  it('a long text gives a bounded number of terms, and a table of numbers leaves place for words', () => {
    const numbers = Array.from({ length: 5_000 }, (_, index) => String(1_000_000 + index)).join(' ');
    const terms = occurringTerms({ name: folded(numbers), content: folded(`${numbers} electricity ${words(0, 30)}`) });
    expect(terms.length).toBeLessThanOrEqual(56);
    expect(occurringTerms(compared(`${words(0, 100)} ${'4711 '.repeat(3)}`)).map(({ term }) => term)).toContain('4711');
  });

  it('what is added to a text for other ways of writing is not counted', () => {
    expect(occurringTerms(compared('an e-mail of Müller about 1,234')).map(({ term }) => term)).not.toContain('1234');
  });
});

describe('tellingTerms', () => {
  const terms = ['frequent', 'rare', 'single', 'repeated'].map((term) => ({
    field: 'content' as const,
    term,
    occurrences: term === 'repeated' ? 8 : 1,
  }));

  it('rare words that a text repeats tell most, and words of one document or of very many tell nothing', () => {
    const { terms: telling, weight } = tellingTerms(terms, [600, 3, 1, 3], 1_000);
    expect(telling.map(({ mark }) => mark.term)).toEqual(['repeated', 'rare']);
    expect(telling[0]?.weight).toBe(64);
    expect(telling[1]?.weight).toBeLessThan(64);
    // What only this document has counts for the share that others have in common with it.
    expect(weight).toBeGreaterThan(64 + (telling[1]?.weight ?? 0));
  });

  it('a word of a quarter of many documents tells nothing, and in a small archive words of most documents may tell', () => {
    expect([mostFrequent(3), mostFrequent(1_000), mostFrequent(1_000_000)]).toEqual([20, 250, 5_000]);
  });
});

describe('Similarity', () => {
  const TELLING = { terms: [], weight: 64 };
  const compare = (one: string, other: string, points = 64) =>
    new Similarity(compared(one), TELLING).with({ ...compared(other, 'b'), points });

  it('the same text is a near-duplicate with the highest score', () => {
    expect(compare(words(0, 40), words(0, 40))).toEqual({ id: 'b', score: 1, isNearDuplicate: true });
  });

  it('a few words that were read differently leave a near-duplicate, and another half does not', () => {
    expect(compare(words(0, 100), `${words(0, 96)} mistakes here`)?.isNearDuplicate).toBe(true);
    expect(compare(words(0, 100), words(50, 150))?.isNearDuplicate).toBe(false);
  });

  it('the same words with other numbers are no near-duplicate', () => {
    const text = words(0, 100);
    expect(compare(`${text} 11 22 33`, `${text} 44 55 66`)?.isNearDuplicate).toBe(false);
    expect(compare(`${text} 11 22 33`, `${text} 11 22 33`)?.isNearDuplicate).toBe(true);
  });

  it('neither a few words nor a text with a long continuation are near-duplicates', () => {
    expect(compare(words(0, 6), words(0, 6))?.isNearDuplicate).toBe(false);
    const one = { ...compared(words(0, 40)), contentBytes: 1_000 };
    const longer = { ...compared(words(0, 40), 'b'), contentBytes: 2_000, points: 64 };
    expect(new Similarity(one, TELLING).with(longer)).toMatchObject({ isNearDuplicate: false });
  });

  it('documents that share little of what tells most are not similar, although their language is the same', () => {
    expect(compare(words(0, 40), words(0, 40), 4)).toBeUndefined();
  });
});

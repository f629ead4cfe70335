import { describe, expect, it } from '@jest/globals';
import { contentMarks, saturated } from './content-marks.js';

/** A content of so many other words, each of which it has once. */
const marksOf = (terms: Record<string, number>, others = 0) =>
  contentMarks(
    new Map([...Object.entries(terms), ...Array.from({ length: others }, (_, index) => [`w${index}`, 1] as const)]),
  );

describe('contentMarks', () => {
  it('a word that occurs once is never prominent, however short the content is', () => {
    expect(marksOf({ rent: 1 })).toEqual({ length: 'short', prominent: [], veryProminent: [] });
  });

  it('a repeated word is prominent, and one that is repeated often very prominent', () => {
    expect(marksOf({ rent: 2, house: 6 }, 290)).toEqual({
      length: 'medium',
      prominent: ['rent', 'house'],
      veryProminent: ['house'],
    });
  });

  it('the longer the content, the more often a prominent word must occur', () => {
    expect(marksOf({ rent: 2 }, 1_000).prominent).toEqual([]);
    expect(marksOf({ rent: 5 }, 1_000).prominent).toEqual(['rent']);
    expect(marksOf({ rent: 5 }, 5_000).prominent).toEqual([]);
  });

  it('a content is short below 120 terms and long from 1,000 on', () => {
    expect([119, 120, 999, 1_000].map((terms) => marksOf({}, terms).length)).toEqual([
      'short',
      'medium',
      'medium',
      'long',
    ]);
    expect(marksOf({}).length).toBe('short');
  });
});

describe('saturated', () => {
  it('each further occurrence counts less than the one before, and never more than 1 in all', () => {
    const shares = [0, 1, 2, 3, 100].map((occurrences) => saturated(occurrences, 1));
    const steps = shares.slice(1).map((share, index) => share - (shares[index] ?? 0));
    expect(shares[0]).toBe(0);
    expect(steps.slice(0, 3)).toEqual(steps.slice(0, 3).toSorted((a, b) => b - a));
    expect(shares[4]).toBeLessThan(1);
  });
});

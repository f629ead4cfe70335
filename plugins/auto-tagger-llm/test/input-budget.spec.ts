import { describe, expect, it } from '@jest/globals';
import { withinBudget } from '../src/input-budget.js';

describe('the part of a document that a model gets', () => {
  it('the model gets the whole text when it fits', () => {
    expect(withinBudget('x'.repeat(500), 500)).toBe('x'.repeat(500));
  });

  it('the model gets the beginning and the end of a longer text, cut between words', () => {
    const text = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');
    const part = withinBudget(text, 500);
    expect(part.length).toBeLessThanOrEqual(500);
    const [beginning = '', end = ''] = part.split('\n[…]\n');
    expect(beginning).toMatch(/^word0 word1 .*\bword\d+$/);
    expect(text.startsWith(`${beginning} `)).toBe(true);
    expect(end).toMatch(/ word399$/);
    expect(text.endsWith(` ${end}`)).toBe(true);
  });

  it.each(Array.from({ length: 12 }, (_, index) => 500 + index))(
    'the part never ends or begins within a character of two units, with a budget of %i',
    (budget) => {
      for (const text of ['😀'.repeat(1000), `a${'😀'.repeat(1000)}`, `${'😀'.repeat(1000)}b`]) {
        const part = withinBudget(text, budget);
        expect(part.isWellFormed()).toBe(true);
        expect(part.length).toBeLessThanOrEqual(budget);
        expect(part.length).toBeGreaterThan(budget - 4);
      }
    },
  );
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editDistance } from './edit-distance.js';
import { nearest } from './nearest.js';

describe('editDistance', () => {
  it.each([
    ['tag', 'tag', 0],
    ['tag', 'tga', 1],
    ['tag', 'tags', 1],
    ['tag', 'ag', 1],
    ['tag', 'tug', 1],
    ['invoice', 'invocie', 1],
    ['kitten', 'sitting', 3],
    ['', 'ab', 2],
  ])('the edit distance between %j and %j is %d', (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance);
  });

  it('the edit distance is the same in both directions, and above the maximum for all other words', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 8 }), (a, b, most) => {
        const exact = editDistance(a, b, 20);
        expect(editDistance(b, a, 20)).toBe(exact);
        const bounded = editDistance(a, b, most);
        if (exact <= most) expect(bounded).toBe(exact);
        else expect(bounded).toBeGreaterThan(most);
      }),
    );
  });
});

describe('nearest', () => {
  it('returns the name with the fewest different letters, without regard to case and accents', () => {
    expect(nearest('electrcite', ['Élevage', 'Électricité'])).toBe('Électricité');
    expect(nearest('rend', ['rand', 'rent'])).toBe('rand');
  });

  it('returns nothing for a name that is there, that is too different, or that is too short', () => {
    expect(nearest('rent', ['tent', 'Rent'])).toBeUndefined();
    expect(nearest('rent', ['invoice'])).toBeUndefined();
    expect(nearest('a', ['b'])).toBeUndefined();
    expect(nearest('x'.repeat(1_000), ['x'.repeat(1_001)])).toBeUndefined();
  });
});

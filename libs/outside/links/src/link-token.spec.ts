import { describe, expect, it } from '@jest/globals';
import { createLinkToken, LINK_TOKEN } from './link-token.js';

const tokens = Array.from({ length: 1000 }, createLinkToken);

describe('createLinkToken', () => {
  it('creates 64 letters and digits, never the same twice', () => {
    for (const token of tokens) expect(token).toMatch(LINK_TOKEN);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('uses every letter and digit about equally often', () => {
    const counts = new Map<string, number>();
    for (const character of tokens.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 1032 are expected of each; a random source misses these bounds once in more than 10^12 runs.
    for (const count of counts.values()) {
      expect(count).toBeGreaterThan(780);
      expect(count).toBeLessThan(1290);
    }
  });

  it.each(['', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}-`, `${'a'.repeat(63)}é`, `${'a'.repeat(64)}\n`])(
    'a text such as %j is not a link token',
    (text) => {
      expect(text).not.toMatch(LINK_TOKEN);
    },
  );
});

import { describe, expect, it } from '@jest/globals';
import { byMonth } from './monthly-usage';

describe('byMonth', () => {
  it('byMonth adds up the providers of a month, and begins with the earliest', () => {
    const one = { requests: 2, failures: 1, inputTokens: 10, outputTokens: 5 };
    expect(
      byMonth([
        { month: '2026-02', provider: 'a', ...one },
        { month: '2026-02', provider: 'b', ...one },
        { month: '2025-12', provider: 'a', ...one },
      ]),
    ).toEqual([
      { month: '2025-12', requests: 2, failures: 1, tokens: 15 },
      { month: '2026-02', requests: 4, failures: 2, tokens: 30 },
    ]);
  });
});

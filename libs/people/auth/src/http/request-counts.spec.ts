import { beforeEach, describe, expect, it } from '@jest/globals';
import { TestClock } from '../../../../../test/support/test-clock.js';
import { RequestCounts } from './request-counts.js';

const rule = { window: 10, max: 2 };

describe('RequestCounts', () => {
  let clock: TestClock;
  let counts: RequestCounts;
  beforeEach(() => {
    clock = new TestClock();
    counts = new RequestCounts(clock);
  });

  it('refuses a request above the limit and says when the next one is accepted', async () => {
    for (let request = 0; request < 2; request += 1)
      expect(await counts.consume('a', rule)).toEqual({ allowed: true, retryAfter: null });
    clock.advance(7_500);
    expect(await counts.consume('a', rule)).toEqual({ allowed: false, retryAfter: 3 });
    expect(await counts.consume('b', rule)).toMatchObject({ allowed: true });
    clock.advance(2_500);
    expect(await counts.consume('a', rule)).toMatchObject({ allowed: true });
  });

  it('forgets the oldest window when there are too many', async () => {
    for (let request = 0; request < 3; request += 1) await counts.consume('first', rule);
    for (let key = 1; key < 100_000; key += 1) await counts.consume(String(key), rule);
    expect(await counts.consume('first', rule)).toMatchObject({ allowed: false });
    await counts.consume('one more', rule);
    expect(await counts.consume('first', rule)).toMatchObject({ allowed: true });
  });
});

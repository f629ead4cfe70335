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

  it('counts 100,000 windows at a time and forgets one of them for a new one', async () => {
    const once = { window: 10, max: 1 };
    const isAllowed = async (key: number): Promise<boolean> => (await counts.consume(String(key), once)).allowed;
    for (let key = 0; key < 100_000; key += 1) await counts.consume(String(key), once);
    const refused = async (): Promise<number> => {
      for (let key = 0; key < 100_000; key += 1) if (await isAllowed(key)) return key;
      return 100_000;
    };
    expect(await refused()).toBe(100_000);
    await counts.consume('one more', once);
    expect(await refused()).toBeLessThan(100_000);
  });

  it('counts again in a window that begins after the end of the one before, even after many others', async () => {
    for (let key = 0; key < 1_000; key += 1) await counts.consume(String(key), rule);
    for (let request = 0; request < 3; request += 1) await counts.consume('500', rule);
    expect(await counts.consume('500', rule)).toMatchObject({ allowed: false });
    clock.advance(10_000);
    for (let key = 2_000; key < 3_000; key += 1) await counts.consume(String(key), rule);
    for (let request = 0; request < 2; request += 1)
      expect(await counts.consume('500', rule)).toMatchObject({ allowed: true });
    expect(await counts.consume('500', rule)).toMatchObject({ allowed: false });
  });
});

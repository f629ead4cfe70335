import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { TestClock } from '../../../../test/support/test-clock.js';
import { Pace } from './pace.js';

const { signal } = new AbortController();
const nothing = () => Promise.resolve();

describe('the pace of reading', () => {
  /** How many milliseconds pass until it goes on, in steps of one second. */
  async function waitOf(work: Promise<void>, clock: TestClock): Promise<number> {
    const ended = { isDone: false };
    void work.then(() => (ended.isDone = true));
    for (let waited = 0; ; waited += 1000) {
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
      if (ended.isDone) return waited;
      clock.advance(1000);
    }
  }

  it('the pace lets as many bytes pass in a second as it should, and short waits add up', async () => {
    const clock = new TestClock();
    const pace = new Pace(clock, 1000, signal);
    expect(await waitOf(pace.spend(100, 5000, nothing), clock)).toBe(0);
    expect(await waitOf(pace.spend(9000, 20_000, nothing), clock)).toBeGreaterThanOrEqual(8000);
    clock.advance(3_600_000);
    // What was not read in the meantime is not caught up.
    expect(await waitOf(pace.spend(5000, 20_000, nothing), clock)).toBeGreaterThanOrEqual(4000);
  });

  it('the pace has no limit with 0, and reads a huge file within one attempt of its job', async () => {
    const clock = new TestClock();
    expect(await waitOf(new Pace(clock, 0, signal).spend(1e12, 1e12, nothing), clock)).toBe(0);
    const slow = new Pace(clock, 1, signal);
    expect(await waitOf(slow.spend(1e9, 7200 * 1e9, nothing), clock)).toBeLessThanOrEqual(2000);
  });

  it('the pace calls what keeps the claim of a run during a long wait', async () => {
    const clock = new TestClock();
    let calls = 0;
    const pace = new Pace(clock, 1000, signal);
    await waitOf(
      pace.spend(100_000, 100_000, () => Promise.resolve(void (calls += 1))),
      clock,
    );
    expect(calls).toBeGreaterThanOrEqual(4);
  });
});

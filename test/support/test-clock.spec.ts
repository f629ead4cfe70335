import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { TestClock } from './test-clock.js';

const HOUR = 3_600_000;

describe('TestClock', () => {
  let clock: TestClock;
  let calls: string[];
  const call = (name: string) => () => void calls.push(name);
  beforeEach(() => {
    clock = new TestClock();
    calls = [];
  });

  it('the clock runs what is due in the order of the times, once each, and nothing that was cancelled', () => {
    const timers = [
      clock.after(2 * HOUR, call('later')),
      clock.every(HOUR, call('hourly')),
      clock.after(HOUR / 2, call('soon')),
      clock.after(9 * HOUR, call('in nine hours')),
    ];
    clock.after(HOUR, call('never')).cancel();
    clock.advance(5 * HOUR);
    expect(calls).toEqual(['soon', 'hourly', 'later']);
    clock.advance(HOUR);
    expect(calls).toEqual(['soon', 'hourly', 'later', 'hourly']);
    for (const timer of timers) timer.cancel();
    clock.advance(9 * HOUR);
    expect(calls).toHaveLength(4);
  });

  it('the clock moves the time of day and the time for durations', () => {
    const [now, monotonic] = [clock.now().getTime(), clock.monotonic()];
    clock.advance(HOUR);
    expect(clock.now().getTime() - now).toBeGreaterThanOrEqual(HOUR);
    expect(clock.monotonic() - monotonic).toBeGreaterThanOrEqual(HOUR);
  });

  it('a sleep ends when its time has come, or when it is aborted', async () => {
    const stop = new AbortController();
    void clock.sleep(HOUR).then(call('slept'));
    const aborted = clock.sleep(HOUR, { signal: stop.signal });
    await nextTurn();
    expect(calls).toEqual([]);
    stop.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    clock.advance(HOUR);
    await nextTurn();
    expect(calls).toEqual(['slept']);
    const ended = AbortSignal.abort(new Error('another reason'));
    await expect(clock.sleep(HOUR, { signal: ended })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

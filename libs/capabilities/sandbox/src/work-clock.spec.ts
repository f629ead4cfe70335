import { beforeEach, describe, expect, it } from '@jest/globals';
import { LONGEST_WAIT, WorkClock } from './work-clock.js';

describe('the time of one file', () => {
  let now = 0;
  let cpuMs: number | undefined = 0;
  beforeEach(() => {
    [now, cpuMs] = [500, 70];
  });

  const clockOf = (limitMs: number) => new WorkClock(limitMs, { now: () => now, cpuMs: () => cpuMs });
  /** Time passes, and the process has a part of the processor. */
  const pass = (ms: number, part: number): void => {
    now += ms;
    if (cpuMs !== undefined) cpuMs += ms * part;
  };

  it('the time of a file is over after the limit for a process that has a processor of its own', () => {
    const clock = clockOf(1000);
    pass(999, 1);
    expect([clock.isOver, clock.leftMs]).toEqual([false, 1]);
    pass(1, 1);
    expect([clock.isOver, clock.wasStarved]).toEqual([true, false]);
  });

  it('the time of a file continues on a busy machine until the process has had the limit of processor time', () => {
    const clock = clockOf(1000);
    for (let tenth = 0; tenth < 19; tenth += 1) {
      pass(500, 0.1);
      expect(clock.isOver).toBe(false);
    }
    pass(500, 0.1);
    expect([clock.isOver, clock.wasStarved]).toEqual([true, false]);
  });

  it('the time of a file is over after many times the limit, however little of the processor it had', () => {
    const clock = clockOf(1000);
    for (let look = 0; look < LONGEST_WAIT - 1; look += 1) {
      pass(1000, 0.02);
      expect(clock.isOver).toBe(false);
    }
    pass(1000, 0.02);
    expect([clock.isOver, clock.wasStarved]).toEqual([true, true]);
  });

  it('the time of a file is not shorter for a process that uses several processors', () => {
    const clock = clockOf(1000);
    pass(900, 4);
    expect(clock.isOver).toBe(false);
    pass(100, 4);
    expect(clock.isOver).toBe(true);
  });

  it('the time of a file is over for a process that uses no processor for as long as the limit', () => {
    const clock = clockOf(1000);
    pass(400, 1);
    expect(clock.isOver).toBe(false);
    pass(999, 0.0005);
    expect(clock.isOver).toBe(false);
    pass(1, 0.0005);
    expect([clock.isOver, clock.wasStarved]).toEqual([true, false]);
    pass(1, 1);
    expect(clock.isOver).toBe(true);
  });

  it('the time of a file grows by the time of each page that begins', () => {
    const clock = clockOf(1000);
    pass(900, 1);
    clock.extend(500);
    pass(500, 1);
    expect([clock.isOver, clock.leftMs]).toEqual([false, 100]);
    pass(100, 1);
    expect(clock.isOver).toBe(true);
  });

  it('the time of a file is that of the wall clock where processor time is not known', () => {
    cpuMs = undefined;
    const clock = clockOf(1000);
    pass(999, 0);
    expect(clock.isOver).toBe(false);
    pass(1, 0);
    expect([clock.isOver, clock.wasStarved]).toEqual([true, false]);
  });

  it('the clock looks when the time may be over, and often enough to see a process that hangs', () => {
    const clock = clockOf(1000);
    clock.extend(5000);
    expect(clock.nextLookMs).toBe(125);
    pass(5900, 1);
    expect([clock.isOver, clock.nextLookMs]).toEqual([false, 100]);
    pass(99.5, 1);
    expect([clock.isOver, clock.nextLookMs]).toEqual([false, 10]);
  });
});

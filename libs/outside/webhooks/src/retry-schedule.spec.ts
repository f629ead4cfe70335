import { describe, expect, it } from '@jest/globals';
import { pauseAfter } from './retry-schedule.js';

const HOUR = 3_600_000;
const average = { random: () => 0.5, now: () => Date.parse('2026-03-04T05:06:07Z') };
const response = (status: number, retryAfter: string) => ({ status, headers: { 'retry-after': retryAfter } });

describe('the retry schedule of webhooks', () => {
  it('the retry schedule has eleven growing pauses that take about a day and a half', () => {
    const pauses = Array.from({ length: 11 }, (_, index) => pauseAfter(index + 1, undefined, average) ?? 0);
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
    expect(pauses[0]).toBe(5_000);
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / HOUR).toBeCloseTo(35.7, 1);
    expect(pauseAfter(12, undefined, average)).toBeUndefined();
  });

  it('each pause varies by a tenth, so that not all deliveries of an outage return at once', () => {
    expect(pauseAfter(1, undefined, { random: () => 0 })).toBe(4_500);
    expect(pauseAfter(1, undefined, { random: () => 1 })).toBe(5_500);
  });

  it.each([
    ['seconds', 429, '90', 90_000],
    ['a date', 503, 'Wed, 04 Mar 2026 05:07:07 GMT', 60_000],
    ['more than an hour', 503, '86400', HOUR],
    ['less than the pause', 429, '1', 5_000],
    ['a date that has passed', 429, 'Wed, 04 Mar 2020 05:07:07 GMT', 5_000],
    ['something else', 429, 'soon', 5_000],
    ['a number that is too long', 429, '9'.repeat(400), 5_000],
    ['seconds in a status that cannot ask for a pause', 500, '90', 5_000],
  ])('a retry waits as long as the receiver requests, up to an hour: %s', (_, status, retryAfter, pause) => {
    expect(pauseAfter(1, response(status, retryAfter), average)).toBe(pause);
  });
});

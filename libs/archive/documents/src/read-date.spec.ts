import { describe, expect, it } from '@jest/globals';
import { readDate } from './read-date.js';

describe('reading a date', () => {
  // Run with TZ=America/New_York too: the outcome is the same in every zone.
  it.each([
    ['2025-03-04', '2025-03-04T00:00:00.000Z'],
    ['2025-03', '2025-03-01T00:00:00.000Z'],
    ['2025', '2025-01-01T00:00:00.000Z'],
    ['2025-03-04T10:00:00Z', '2025-03-04T10:00:00.000Z'],
    ['2025-03-04T10:00:00+02:00', '2025-03-04T08:00:00.000Z'],
    ['2025-03-04T10:00:00', '2025-03-04T10:00:00.000Z'],
    ['2025-03-04T10:00', '2025-03-04T10:00:00.000Z'],
    ['2025-03-04 10:00', '2025-03-04T10:00:00.000Z'],
    [' 2025/03/04 ', '2025-03-04T00:00:00.000Z'],
    ['March 4, 2025', '2025-03-04T00:00:00.000Z'],
    ['Tue, 04 Mar 2025 10:00:00 GMT', '2025-03-04T10:00:00.000Z'],
    ['Tue Mar 04 2025 10:00:00 GMT+0100 (Central European Standard Time)', '2025-03-04T09:00:00.000Z'],
  ])('reads %s as the date %s', (text, expected) => {
    expect(readDate(text).toISOString()).toBe(expected);
  });

  it.each(['', 'soon', '2025-13-01', '2025-03-04T25:00:00'])('finds no date in "%s"', (text) => {
    expect(readDate(text).getTime()).toBeNaN();
  });
});

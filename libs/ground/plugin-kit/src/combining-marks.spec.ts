import { describe, expect, it } from '@jest/globals';
import { capCombiningMarks } from './combining-marks.js';

const MARKS = ['\u0301', '\u0f71', '\uff9e', '\u{1d165}'];

describe('capCombiningMarks', () => {
  it.each(MARKS)('keeps thirty marks in a row and drops the others, in each of several runs: %j', (mark) => {
    const capped = `a${mark.repeat(30)}`;
    for (const length of [30, 31, 60, 61, 1_000]) {
      const run = `a${mark.repeat(length)}`;
      expect(capCombiningMarks(`${run}${run} b`)).toBe(`${capped}${capped} b`);
    }
  });

  it('leaves shorter runs and text without marks as they are', () => {
    const text = `plain e\u0301 ${MARKS.join('')} a${'\u0301'.repeat(29)}`;
    expect(capCombiningMarks(text)).toBe(text);
  });

  it('counts different marks together', () => {
    expect(capCombiningMarks(MARKS.join('').repeat(10))).toBe(MARKS.join('').repeat(10).slice(0, 37));
  });
});

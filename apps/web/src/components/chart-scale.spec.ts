import { describe, expect, it } from '@jest/globals';
import { chartPoints, chartScale } from './chart-scale';

describe('the scale of a chart', () => {
  it.each([
    [[], 1],
    [[0, 0], 1],
    [[3], 3],
    [[7, 2], 7.5],
    [[1_234_567], 1_500_000],
    [[10], 10],
    [[99], 100],
  ])('the scale of a chart for %j ends at %d, which no value exceeds, with at most five lines', (values, top) => {
    const scale = chartScale(values);
    expect(scale.top).toBe(top);
    expect(scale.lines.length).toBeLessThanOrEqual(5);
    expect(scale.lines.at(-1)).toBe(top === 1 && Math.max(0, ...values) === 0 ? 0 : top);
    expect(Math.max(0, ...values)).toBeLessThanOrEqual(top);
  });
});

describe('the points of a chart', () => {
  it('chart points span the whole width, and the largest value touches the upper edge', () => {
    expect(chartPoints([0, 5, 10], 10, { width: 100, height: 50 })).toEqual([
      [0, 50],
      [50, 25],
      [100, 0],
    ]);
    expect(chartPoints([5], 10, { width: 100, height: 50 })).toEqual([[0, 25]]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { longestFirst, slowFiles } from './longest-first.js';

describe('longestFirst', () => {
  it('orders files by their recorded durations, others by kind and size', () => {
    const files = [
      { path: 'libs/a/src/small.spec.ts', size: 10 },
      { path: 'libs/a/src/large.spec.ts', size: 900 },
      { path: 'plugins/p/test/p.contract-spec.ts', size: 5 },
      { path: 'test/e2e/unknown.e2e-spec.ts', size: 5 },
      { path: 'libs/a/src/a.db-spec.ts', size: 5 },
      { path: 'test/growth/growth.spec.ts', size: 5 },
    ];
    const ordered = longestFirst(files, { 'test/growth/growth.spec.ts': 60 });
    expect(ordered.map(({ path }) => path)).toEqual([
      'test/growth/growth.spec.ts',
      'test/e2e/unknown.e2e-spec.ts',
      'libs/a/src/a.db-spec.ts',
      'plugins/p/test/p.contract-spec.ts',
      'libs/a/src/large.spec.ts',
      'libs/a/src/small.spec.ts',
    ]);
  });

  it('orders files of the same duration and size by path, whatever order they are found in', () => {
    const [a, b] = [
      { path: 'libs/a.spec.ts', size: 1 },
      { path: 'libs/b.spec.ts', size: 1 },
    ];
    expect(longestFirst([b, a], {})).toEqual([a, b]);
  });
});

describe('slowFiles', () => {
  it('keeps files of four seconds or more, rounded and sorted by path', () => {
    const slow = slowFiles([
      ['test/e2e/z.e2e-spec.ts', 61_900],
      ['libs/quick.spec.ts', 3_900],
      ['libs/a.db-spec.ts', 4_600],
    ]);
    expect(Object.entries(slow)).toEqual([
      ['libs/a.db-spec.ts', 5],
      ['test/e2e/z.e2e-spec.ts', 60],
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { PostponedFiles } from './postponed-files.js';

describe('a file that is kept for later', () => {
  it('a postponed file is tried again after pauses that double, up to five minutes', () => {
    let now = 0;
    const postponed = new PostponedFiles(1_000, () => now);
    const pauses = Array.from({ length: 12 }, () => {
      const began = now;
      postponed.add('/in/a');
      while (postponed.has('/in/a')) now += 1_000;
      return now - began;
    });
    expect(pauses.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(pauses.at(-1)).toBe(300_000);
  });

  it('a postponed file is dropped when there are 10,000 later ones', () => {
    const postponed = new PostponedFiles(1_000, () => 0);
    for (let index = 0; index <= 10_000; index += 1) postponed.add(`/in/${index}`);
    expect(['/in/0', '/in/1', '/in/10000'].map((path) => postponed.has(path))).toEqual([false, true, true]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { PutAside } from './put-aside.js';
import { keyOf, type SeenFile } from './seen-file.js';

const file: SeenFile = {
  ...{ organizationId: 'org_000000000000000000000001', path: '/in/a', place: 'a' },
  state: { ctimeNs: 1n, dev: 1n, ino: 1n, mtimeNs: 1n, nlink: 1n, size: 1n },
};

describe('a file that is kept for later', () => {
  it('is tried again after pauses that double, up to five minutes', () => {
    let now = 0;
    const aside = new PutAside(1_000, () => now);
    const pauses = Array.from({ length: 12 }, () => {
      const began = now;
      aside.put(file.path);
      while (aside.isAside(file.path)) now += 1_000;
      return now - began;
    });
    expect(pauses.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(pauses.at(-1)).toBe(300_000);
  });

  it('keeps the key of its report while its content is the same', () => {
    const aside = new PutAside(1_000, () => 0);
    aside.noteReport(file, 'why');
    const readable = { ...file, state: { ...file.state, ctimeNs: 2n } };
    const other = { ...file, state: { ...file.state, mtimeNs: 2n } };
    expect([aside.keyFor(readable), aside.keyFor(other)]).toEqual([keyOf(file), keyOf(other)]);
    expect([aside.isNews(readable, 'why'), aside.isNews(readable, 'else'), aside.isNews(other, 'why')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is forgotten when there are 10,000 later ones', () => {
    const aside = new PutAside(1_000, () => 0);
    for (let index = 0; index <= 10_000; index += 1) aside.put(`/in/${index}`);
    expect([aside.isAside('/in/0'), aside.isAside('/in/1'), aside.isAside('/in/10000')]).toEqual([false, true, true]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { createId, isId } from './ids.js';

describe('ids', () => {
  it('an id consists of a prefix, the time in base 36 padded to ten characters, and 14 random characters', () => {
    const before = Date.now();
    const id = createId('doc');
    const [, time = '', random] = /^doc_([a-z0-9]{10})([a-z0-9]{14})$/.exec(id) ?? [];
    expect(random).toHaveLength(14);
    expect(parseInt(time, 36)).toBeGreaterThanOrEqual(before);
    expect(parseInt(time, 36)).toBeLessThanOrEqual(Date.now());
    expect(new Set(Array.from({ length: 1000 }, () => createId('task'))).size).toBe(1000);
  });

  it('ids are sorted in the order of their creation, even within one millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => createId('doc'));
    expect(new Set(ids.map((id) => id.slice(0, 14))).size).toBeLessThan(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('an id is valid only with its own prefix and 24 lower-case letters or digits', () => {
    const id = createId('tag');
    expect(isId('tag', id)).toBe(true);
    for (const other of [id.replace('tag', 'doc'), `${id}a`, id.slice(0, -1), id.toUpperCase(), ` ${id}`, 7, undefined])
      expect([other, isId('tag', other)]).toEqual([other, false]);
  });
});

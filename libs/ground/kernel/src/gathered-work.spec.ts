import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { GatheredWork } from './gathered-work.js';

/** Work that ends when the test says so. */
function aWork(most = 3) {
  const begun: { items: readonly string[]; end(): void; fail(error: Error): void }[] = [];
  const gathered = new GatheredWork<string, string>(
    (items) =>
      new Promise((resolve, reject) => {
        begun.push({ items, end: () => resolve(items.map((item) => `${item} done`)), fail: reject });
      }),
    most,
  );
  return { gathered, begun, itemsOf: () => begun.map(({ items }) => items) };
}

describe('GatheredWork', () => {
  it('a single item begins at once, and what arrives in the meantime is done together', async () => {
    const { gathered, begun, itemsOf } = aWork();
    const all = Promise.all(['a', 'b', 'c'].map((item) => gathered.do(item)));
    expect(itemsOf()).toEqual([['a']]);
    begun[0]?.end();
    await turn();
    expect(itemsOf()).toEqual([['a'], ['b', 'c']]);
    begun[1]?.end();
    expect(await all).toEqual(['a done', 'b done', 'c done']);
  });

  it('a limited number of items is done together, in the order of their arrival', async () => {
    const { gathered, begun, itemsOf } = aWork();
    const all = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((item) => gathered.do(item)));
    for (let index = 0; index < 3; index += 1) {
      begun[index]?.end();
      await turn();
    }
    expect(itemsOf()).toEqual([['a'], ['b', 'c', 'd'], ['e', 'f']]);
    expect(await all).toHaveLength(6);
  });

  it('items with different keys do not wait for each other', async () => {
    const { gathered, begun, itemsOf } = aWork();
    const all = Promise.all([gathered.do('a', 'one'), gathered.do('b', 'other'), gathered.do('c', 'one')]);
    expect(itemsOf()).toEqual([['a'], ['b']]);
    begun[0]?.end();
    await turn();
    expect(itemsOf()).toEqual([['a'], ['b'], ['c']]);
    begun[1]?.end();
    begun[2]?.end();
    expect(await all).toEqual(['a done', 'b done', 'c done']);
  });

  it('a failure reaches only the items that caused it, and the next ones continue', async () => {
    const { gathered, begun } = aWork(1);
    const [first, second] = [gathered.do('a'), gathered.do('b')];
    begun[0]?.fail(new Error('too bad'));
    await expect(first).rejects.toThrow('too bad');
    begun[1]?.end();
    expect(await second).toBe('b done');
  });

  it('an item begins at once again after all others are done', async () => {
    const { gathered, begun, itemsOf } = aWork();
    const first = gathered.do('a');
    begun[0]?.end();
    await first;
    await turn();
    void gathered.do('b');
    expect(itemsOf()).toEqual([['a'], ['b']]);
  });
});

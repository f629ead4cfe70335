import { describe, expect, it } from '@jest/globals';
import { type Part, runInPool, tableOfParts } from './parts.js';

/** Runs parts that end when the test says so. */
function pool(parts: Part[], room: { slots: number; gigabytes: number }) {
  const started: string[] = [];
  const ends = new Map<string, (ok: boolean) => void>();
  const all = runInPool(parts, room, ({ name, seconds }) => {
    started.push(name);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    ends.set(name, resolve);
    return promise.then((ok) => ({ name, ok, seconds }));
  });
  const end = async (name: string, ok = true) => {
    ends.get(name)?.(ok);
    await new Promise(setImmediate);
  };
  return { started, end, all };
}

describe('runInPool', () => {
  it('starts the longest parts first, as many at a time as there are slots', async () => {
    const parts = [
      { name: 'short', seconds: 1 },
      { name: 'long', seconds: 9 },
      { name: 'middle', seconds: 5 },
    ];
    const { started, end, all } = pool(parts, { slots: 2, gigabytes: 4 });
    expect(started).toEqual(['long', 'middle']);
    await end('middle');
    expect(started).toEqual(['long', 'middle', 'short']);
    await end('long');
    await end('short');
    expect((await all).map(({ name }) => name)).toEqual(['middle', 'long', 'short']);
  });

  it('starts a part only when there is memory for it, and others meanwhile', async () => {
    const parts = [
      { name: 'lint', seconds: 9, gigabytes: 3 },
      { name: 'types', seconds: 8, gigabytes: 3 },
      { name: 'words', seconds: 1 },
    ];
    const { started, end } = pool(parts, { slots: 2, gigabytes: 4 });
    expect(started).toEqual(['lint', 'words']);
    await end('words');
    expect(started).toEqual(['lint', 'words']);
    await end('lint');
    expect(started).toEqual(['lint', 'words', 'types']);
  });

  it('runs a part that needs more memory than there is by itself', () => {
    const { started } = pool([{ name: 'lint', seconds: 9, gigabytes: 8 }], { slots: 2, gigabytes: 4 });
    expect(started).toEqual(['lint']);
  });

  it('runs every part after a failure', async () => {
    const parts = [
      { name: 'first', seconds: 2 },
      { name: 'second', seconds: 1 },
    ];
    const { end, all } = pool(parts, { slots: 1, gigabytes: 4 });
    await end('first', false);
    await end('second');
    expect((await all).map(({ ok }) => ok)).toEqual([false, true]);
  });
});

describe('tableOfParts', () => {
  it('shows the longest part first and names failures', () => {
    const table = tableOfParts([
      { name: 'words', ok: false, seconds: 0.72 },
      { name: 'lint', ok: true, seconds: 101.26 },
    ]);
    expect(table).toBe('ok     lint    101.3 s\nFAILED words     0.7 s');
  });
});

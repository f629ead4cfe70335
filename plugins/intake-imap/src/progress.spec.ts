import { describe, expect, it } from '@jest/globals';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import { Progress } from './progress.js';
import { TakenMails } from './taken-mails.js';

const folder = { uidValidity: 7n, uidNext: 50, isNew: true };

describe('the progress in a folder', () => {
  it('a mail that was begun before a finished one remains open, whenever the process ends', async () => {
    const { state } = aTestHost({});
    const progress = await Progress.of(state, 'folder', folder);
    for (const uid of [1, 2, 3]) progress.begin(uid);
    await progress.end(3, { isDone: true });
    const afterCrash = await Progress.of(state, 'folder', folder);
    expect([afterCrash.through, afterCrash.open]).toEqual([3, [1, 2]]);
    await progress.end(1, { isDone: true });
    await progress.end(2, { isDone: false });
    const later = await Progress.of(state, 'folder', folder);
    expect([later.through, later.open]).toEqual([3, [2]]);
  });

  it('progress begins again when the mails have new numbers, and keeps which were there at that moment', async () => {
    const { state } = aTestHost({});
    const progress = await Progress.of(state, 'folder', folder);
    expect(progress.isInherited(1)).toBe(false);
    progress.begin(9);
    await progress.end(9, { isDone: true });
    for (let starts = 1; starts <= 2; starts += 1) {
      const renumbered = await Progress.of(state, 'folder', { uidValidity: 8n, uidNext: 5, isNew: false });
      expect([renumbered.through, renumbered.isInherited(4), renumbered.isInherited(5)]).toEqual([0, true, false]);
    }
  });

  it('no further mails are begun when too many are open', async () => {
    const { state } = aTestHost({});
    const progress = await Progress.of(state, 'folder', folder);
    for (let uid = 1; uid <= 1_000; uid += 1) {
      expect(progress.isFull).toBe(false);
      progress.begin(uid);
      await progress.end(uid, { isDone: false });
    }
    expect(progress.isFull).toBe(true);
    expect(JSON.stringify(await state.get('folder')).length).toBeLessThan(64_000);
  });
});

describe('the memory of mails that were taken', () => {
  it('the last thousand mails are known once each, and fit into the values of the state', async () => {
    const { state } = aTestHost({});
    const taken = new TakenMails(state);
    const hashes = Array.from({ length: 1_001 }, (_, index) => `a${String(index).padStart(42, '0')}`);
    const distinct = hashes.map((hash) => `a${hash.slice(-21)}${hash.slice(0, 21)}`);
    await Promise.all(distinct.map((hash) => taken.add(hash)));
    expect(await taken.has(distinct[0] ?? '')).toBe(false);
    expect(await taken.has(distinct[1] ?? '')).toBe(true);
    expect(await taken.has(distinct.at(-1) ?? '')).toBe(true);
    expect(await taken.has('b'.repeat(43))).toBe(false);
    for (const key of await state.keys()) expect(JSON.stringify(await state.get(key)).length).toBeLessThan(64_000);
  });
});

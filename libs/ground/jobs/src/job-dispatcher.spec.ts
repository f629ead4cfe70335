import { describe, expect, it } from '@jest/globals';
import { Clock } from '#ground/kernel';
import { JobDispatcher, type WaitingGroup } from './job-dispatcher.js';

const CONCURRENCY = 8;

/** Jobs that never end: each group always has one more. Returns the groups in the order in which they got a place. */
async function placesTaken(groups: readonly WaitingGroup[], later: readonly WaitingGroup[] = []): Promise<number[]> {
  const taken: number[] = [];
  const waiting = [...groups];
  const dispatcher = new JobDispatcher<number>(new Clock(), CONCURRENCY, {
    groups: async () => waiting,
    placesOf: () => 1,
    fetch: async ({ group }) => ({ jobs: [group], isLast: false }),
    work: ([group = 0]) => {
      taken.push(group);
      return new Promise(() => undefined);
    },
    onError: (error) => {
      throw error;
    },
  });
  dispatcher.start();
  await settled();
  waiting.push(...later);
  dispatcher.notify();
  await settled();
  dispatcher.stop();
  return taken;
}

/** The queue of these tests responds at once, so nothing waits for a timer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
}

const lanesOf = (owner: string | undefined, from: number, count: number): WaitingGroup[] =>
  Array.from({ length: count }, (_, index) => ({ group: from + index, lane: `lane ${from + index}`, owner }));

describe('JobDispatcher', () => {
  it('leaves half of the places to others when one owner has more lanes than there are places', async () => {
    const taken = await placesTaken(lanesOf('many', 0, 40));
    expect(taken).toHaveLength(CONCURRENCY);
    expect(new Set(taken).size).toBe(CONCURRENCY);
  });

  it('starts the jobs of a second owner at once while the first one has jobs in many lanes', async () => {
    const taken = await placesTaken(lanesOf('many', 0, 40), lanesOf('few', 100, 2));
    expect(taken.filter((group) => group >= 100)).toEqual([100, 101]);
  });

  it('gives all places to lanes without an owner, each of which is a group', async () => {
    expect(await placesTaken(lanesOf(undefined, 0, 40))).toHaveLength(2 * CONCURRENCY);
  });
});

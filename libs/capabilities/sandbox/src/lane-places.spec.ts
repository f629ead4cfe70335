import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LanePlaces, type Turn } from './lane-places.js';

const TURN_MS = 3000;
const PAGE_MS = 1000;

describe('places of a lane', () => {
  let now: number;
  let closing: AbortController;
  let interrupted: string[];
  /** Processor time of each file; it runs as fast as the clock unless a test says otherwise. */
  let cpuMs: () => number | undefined;
  beforeEach(() => {
    now = 0;
    cpuMs = () => now;
    closing = new AbortController();
    interrupted = [];
  });
  afterEach(() => closing.abort());

  const aLane = (places: number, keepsRoom: boolean) => new LanePlaces(places, keepsRoom, () => now);
  /** Holds a place with a file that can be interrupted. */
  const hold = async (lane: LanePlaces, owner: string): Promise<Turn> => {
    const turn = await lane.enter(owner, closing.signal);
    if (!turn) throw new Error(`${owner} has no place`);
    turn.watch({
      turnMs: TURN_MS,
      pageMs: PAGE_MS,
      cpuMs: () => cpuMs(),
      interrupt: () => void interrupted.push(owner),
    });
    return turn;
  };
  /** Waits without being waited for; the array says in which order owners came in. */
  const wait = (lane: LanePlaces, owner: string, entered: string[] = []): string[] => {
    void lane.enter(owner, closing.signal).then((turn) => turn && entered.push(owner));
    return entered;
  };
  const settled = () => new Promise(setImmediate);

  it('a lane leaves one place to another owner, whatever one owner sends', async () => {
    const lane = aLane(3, true);
    await hold(lane, 'a');
    await hold(lane, 'a');
    const entered = wait(lane, 'a');
    wait(lane, 'b', entered);
    await settled();
    expect(entered).toEqual(['b']);
  });

  it('all places go to one owner where no room is kept', async () => {
    const lane = aLane(2, false);
    await hold(lane, 'a');
    await hold(lane, 'a');
    expect(interrupted).toEqual([]);
  });

  it('files keep their places as long as no other file waits', async () => {
    const lane = aLane(1, false);
    await hold(lane, 'a');
    now = 100 * TURN_MS;
    lane.review();
    expect(interrupted).toEqual([]);
  });

  it('files give up their places for another owner after one turn, one file at a time', async () => {
    const lane = aLane(2, false);
    const first = await hold(lane, 'a');
    now = 10;
    await hold(lane, 'b');
    const entered = wait(lane, 'c');
    now = TURN_MS - 1;
    lane.review();
    expect(interrupted).toEqual([]);
    now = TURN_MS + 10;
    lane.review();
    lane.review();
    expect(interrupted).toEqual(['a']);
    first.end();
    await settled();
    expect(entered).toEqual(['c']);
    lane.review();
    expect(interrupted).toEqual(['a']);
  });

  it('a place is kept for several files in succession, for one turn when another file waits', async () => {
    const lane = aLane(1, false);
    const turn = await hold(lane, 'a');
    now = 100 * TURN_MS;
    expect(turn.isOver(TURN_MS)).toBe(false);
    wait(lane, 'a');
    expect([turn.isOver(TURN_MS), turn.isOver(30 * TURN_MS)]).toEqual([true, false]);
    wait(lane, 'b');
    expect([turn.isOver(30 * TURN_MS), turn.isOver(101 * TURN_MS)]).toEqual([true, false]);
  });

  it('a place is given up later for files of the same owner', async () => {
    const lane = aLane(1, false);
    await hold(lane, 'a');
    wait(lane, 'a');
    now = 2 * TURN_MS;
    lane.review();
    expect(interrupted).toEqual([]);
    now = 6 * TURN_MS;
    lane.review();
    expect(interrupted).toEqual(['a']);
  });

  it('a place is not given up for an owner who could not have it', async () => {
    const lane = aLane(3, true);
    await hold(lane, 'a');
    await hold(lane, 'b');
    await hold(lane, 'c');
    wait(lane, 'b');
    now = TURN_MS + 1;
    lane.review();
    expect(interrupted).toEqual([]);
  });

  it('a place is given up between two pages, or during one that takes too long', async () => {
    const lane = aLane(1, false);
    const turn = await hold(lane, 'a');
    wait(lane, 'b');
    now = TURN_MS - 1;
    turn.onPage();
    now = TURN_MS + 1;
    lane.review();
    expect(interrupted).toEqual([]);
    turn.onPage();
    expect(interrupted).toEqual(['a']);

    const other = aLane(1, false);
    const slow = await hold(other, 'slow');
    wait(other, 'b');
    slow.onPage();
    now += TURN_MS + PAGE_MS;
    other.review();
    expect(interrupted).toEqual(['a', 'slow']);
  });

  it('a file without pages keeps its place, whatever page the file before in the same place had', async () => {
    const lane = aLane(1, false);
    const turn = await hold(lane, 'a');
    turn.onPage();
    wait(lane, 'b');
    const watched = { turnMs: TURN_MS, pageMs: 10 * TURN_MS, cpuMs: () => now, interrupt: () => interrupted.push('a') };
    turn.watch(watched);
    now = TURN_MS;
    lane.review();
    expect(interrupted).toEqual(['a']);
  });

  it('the next file gives up the place when the file before ended while it was interrupted', async () => {
    const lane = aLane(1, false);
    const turn = await hold(lane, 'a');
    wait(lane, 'b');
    now = TURN_MS;
    lane.review();
    expect(interrupted).toEqual(['a']);
    turn.watch({ turnMs: TURN_MS, pageMs: PAGE_MS, cpuMs: () => now, interrupt: () => void interrupted.push('next') });
    now = 2 * TURN_MS;
    lane.review();
    expect(interrupted).toEqual(['a', 'next']);
  });

  it('a file that does not get the processor keeps its place for longer', async () => {
    const lane = aLane(1, false);
    await hold(lane, 'a');
    cpuMs = () => TURN_MS / 10;
    wait(lane, 'b');
    now = 2 * TURN_MS;
    lane.review();
    expect(interrupted).toEqual([]);
    now = 4 * TURN_MS;
    lane.review();
    expect(interrupted).toEqual(['a']);
  });

  it('a place is given up after one turn where the processor time is not known', async () => {
    cpuMs = () => undefined;
    const lane = aLane(1, false);
    await hold(lane, 'a');
    wait(lane, 'b');
    now = TURN_MS;
    lane.review();
    expect(interrupted).toEqual(['a']);
  });

  it('a place goes to the owner who used the lane least', async () => {
    const lane = aLane(1, false);
    const turn = await hold(lane, 'a');
    const entered = wait(lane, 'a');
    wait(lane, 'b', entered);
    now = 1000;
    turn.end();
    await settled();
    expect(entered).toEqual(['b']);
  });

  it('an owner who left while waiting does not take a place', async () => {
    const lane = aLane(1, false);
    const leaving = new AbortController();
    const turn = await hold(lane, 'a');
    const left = lane.enter('b', leaving.signal);
    const entered = wait(lane, 'c');
    leaving.abort();
    expect(await left).toBeUndefined();
    turn.end();
    await settled();
    expect(entered).toEqual(['c']);
    expect(await lane.enter('d', AbortSignal.abort())).toBeUndefined();
  });
});

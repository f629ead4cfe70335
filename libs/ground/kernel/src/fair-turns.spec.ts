import { describe, expect, it } from '@jest/globals';
import { FairTurns } from './fair-turns.js';

describe('places shared between groups', () => {
  let now = 0;
  const clock = () => now;

  /** Gives out places as long as a group of `waiting` may have one, and says which groups took them. */
  const fill = (turns: FairTurns<string>, waiting: readonly string[]): string[] => {
    const taken: string[] = [];
    for (let group = turns.next(waiting); group !== undefined; group = turns.next(waiting)) {
      turns.take(group);
      taken.push(group);
    }
    return taken;
  };

  it('the only group that waits gets every place when no room is kept', () => {
    expect(fill(new FairTurns(3, { keepsRoom: false }, clock), ['a'])).toEqual(['a', 'a', 'a']);
  });

  it('a free place is kept for a group that has nothing in progress', () => {
    const turns = new FairTurns<string>(8, { keepsRoom: true }, clock);
    expect(fill(turns, ['a'])).toHaveLength(4);
    expect(fill(turns, ['a', 'b'])).toEqual(['b', 'b']);
    expect(fill(turns, ['a', 'b', 'c'])).toEqual(['c']);
    expect(turns.free).toBe(1);
    expect(turns.next(['d'])).toBe('d');
  });

  it('one group gets one of two places when room is kept, and the only place of one', () => {
    expect(fill(new FairTurns(2, { keepsRoom: true }, clock), ['a'])).toEqual(['a']);
    expect(fill(new FairTurns(1, { keepsRoom: true }, clock), ['a'])).toEqual(['a']);
  });

  it('a group never gets more places than its maximum', () => {
    const turns = new FairTurns<string>(8, { keepsRoom: true, mostPerGroup: 1 }, clock);
    expect(fill(turns, ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  });

  it('groups that take equally long alternate, each for half a second', () => {
    const turns = new FairTurns<string>(1, { keepsRoom: false }, clock);
    const order = Array.from({ length: 12 }, () => {
      const group = turns.next(['a', 'b', 'c']) ?? '';
      const giveBack = turns.take(group);
      now += 250;
      giveBack();
      return group;
    });
    expect(order.join('')).toMatch(/^(aa+bb+cc+)+/);
    for (const group of ['a', 'b', 'c']) expect(order.filter((each) => each === group).length).toBeGreaterThan(2);
  });

  it('a group with short work is served before groups that used much time, however many they are', () => {
    const turns = new FairTurns<string>(1, { keepsRoom: false }, clock);
    const hostile = Array.from({ length: 50 }, (_, number) => `hostile ${number}`);
    for (const group of hostile) {
      const giveBack = turns.take(group);
      now += 3000;
      giveBack();
    }
    for (let text = 0; text < 20; text += 1) {
      expect(turns.next([...hostile, 'victim'])).toBe('victim');
      const giveBack = turns.take('victim');
      now += 5;
      giveBack();
    }
  });

  it('a group that used much time is served although new groups keep coming', () => {
    const turns = new FairTurns<string>(1, { keepsRoom: false }, clock);
    const giveBack = turns.take('old');
    now += 60_000;
    giveBack();
    let served = 0;
    while (turns.next(['old', `new ${served}`]) !== 'old') {
      const end = turns.take(`new ${served}`);
      now += 1000;
      end();
      served += 1;
    }
    expect(served).toBeLessThan(900);
  });

  it('the next owner of a place is known before a group gives it back', () => {
    const turns = new FairTurns<string>(3, { keepsRoom: true }, clock);
    expect(fill(turns, ['a', 'b'])).toEqual(['a', 'b']);
    expect(fill(turns, ['c'])).toEqual(['c']);
    expect(turns.nextWithout('a', ['b'])).toBeUndefined();
    expect(turns.nextWithout('a', ['a', 'b'])).toBe('a');
    now += 1000;
    expect(turns.nextWithout('a', ['a', 'd'])).toBe('d');
    expect(turns.next(['d'])).toBeUndefined();
  });

  it('a place is returned once, however often it is given back', () => {
    const turns = new FairTurns<string>(1, { keepsRoom: false }, clock);
    const giveBack = turns.take('a');
    giveBack();
    giveBack();
    expect(turns.free).toBe(1);
  });
});

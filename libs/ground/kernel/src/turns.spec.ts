/** @own-modules */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { defineError } from './errors.js';
import { ServerBusy, TooManyRequests, Turns, type Share, type TurnLimits } from './turns.js';

const LIMITS: TurnLimits = { running: 2, waiting: 3, waitMs: 60_000 };

let started: string[];
let finish: Map<string, (error?: Error) => void>;

beforeEach(() => {
  started = [];
  finish = new Map();
});
afterEach(async () => {
  jest.useRealTimers();
  for (const done of finish.values()) {
    done();
    await nextTurn(); // what waited behind it has started
  }
});

/** Asks for a turn; the work runs until `finish.get(name)` is called. */
function ask(
  turns: Turns,
  name: string,
  options: { shares?: Share[]; size?: number; signal?: AbortSignal } = {},
): Promise<string> {
  const result = turns.take(async () => {
    started.push(name);
    const done = Promise.withResolvers<void>();
    finish.set(name, (error) => (error ? done.reject(error) : done.resolve()));
    await done.promise;
    return name;
  }, options);
  result.catch(() => undefined);
  return result;
}

const end = async (work: Promise<string>, name: string, error?: Error) => {
  finish.get(name)?.(error);
  await work.catch(() => undefined);
  await Promise.resolve(); // the next one starts in a microtask
};

describe('Turns', () => {
  it('runs as many as the limit allows, in order of arrival, and continues after a failure', async () => {
    const turns = new Turns(LIMITS);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ask(turns, name));
    expect(started).toEqual(['a', 'b']);
    await end(a!, 'a', new Error('failed'));
    expect(started).toEqual(['a', 'b', 'c']);
    await end(b!, 'b');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    await Promise.all([end(c!, 'c'), end(d!, 'd')]);
    await expect(a).rejects.toThrow('failed');
    await expect(d).resolves.toBe('d');
    await expect(turns.take(async () => 'free again')).resolves.toBe('free again');
  });

  it('refuses at once with 503 when too many wait', async () => {
    const turns = new Turns(LIMITS);
    for (const name of ['a', 'b', 'c', 'd', 'e']) void ask(turns, name);
    await expect(ask(turns, 'f')).rejects.toMatchObject({
      code: 'server.busy',
      category: 'unavailable',
      retryAfterSeconds: 2,
    });
  });

  it('refuses at once with 429 when too many of one group wait, and leaves the other places to other groups', async () => {
    const turns = new Turns(LIMITS);
    const crowd = { shares: [{ key: 'crowd', running: 1, waiting: 1 }] };
    const first = ask(turns, 'crowd 1', crowd);
    void ask(turns, 'crowd 2', crowd);
    await expect(ask(turns, 'crowd 3', crowd)).rejects.toMatchObject({
      code: 'server.too_many_requests',
      category: 'rate_limited',
      retryAfterSeconds: 2,
    });
    void ask(turns, 'other', { shares: [{ key: 'other', running: 1, waiting: 1 }] });
    expect(started).toEqual(['crowd 1', 'other']);
    await end(first, 'crowd 1');
    expect(started).toEqual(['crowd 1', 'other', 'crowd 2']);
  });

  it('prefers the group with the fewest running over groups that arrived earlier', async () => {
    const turns = new Turns(LIMITS);
    const of = (key: string) => ({ shares: [{ key, running: 2, waiting: 9 }] });
    const first = ask(turns, 'crowd 1', of('crowd'));
    for (const name of ['crowd 2', 'crowd 3', 'crowd 4']) void ask(turns, name, of('crowd'));
    void ask(turns, 'other', of('other'));
    await end(first, 'crowd 1');
    expect(started).toEqual(['crowd 1', 'crowd 2', 'other']);
  });

  it('counts a request in each of its groups', async () => {
    const turns = new Turns({ ...LIMITS, running: 9 });
    const of = (organization: string) => ({
      shares: [
        { key: organization, running: 4, waiting: 9 },
        { key: 'caller', running: 1, waiting: 9 },
      ],
    });
    const first = ask(turns, 'in one', of('one'));
    void ask(turns, 'in two', of('two'));
    expect(started).toEqual(['in one']);
    await end(first, 'in one');
    expect(started).toEqual(['in one', 'in two']);
  });

  it('lets groups with equally many running take turns, the one served longest ago first', async () => {
    const turns = new Turns({ running: 1, waiting: 9, waitMs: 0 });
    const order = ['a1', 'a2', 'a3', 'b1', 'c1'];
    const works = new Map(
      order.map((name) => [name, ask(turns, name, { shares: [{ key: name.charAt(0), running: 1, waiting: 9 }] })]),
    );
    for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) {
      expect(started.at(-1)).toBe(name);
      await end(works.get(name)!, name);
    }
  });

  it('starts waiting work of other groups when one group has its share running', async () => {
    const turns = new Turns({ running: 2, waiting: Infinity, waitMs: 0 });
    const of = (key: string) => ({ shares: [{ key, running: 1, waiting: Infinity }] });
    const first = ask(turns, 'a1', of('a'));
    void ask(turns, 'a2', of('a'));
    void ask(turns, 'b1', of('b'));
    expect(started).toEqual(['a1', 'b1']);
    await end(first, 'a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  describe('with a limit of the size', () => {
    const SIZES = { running: 2, waiting: Infinity, waitMs: 0, size: 100 };
    const of = (key: string, size: number) => ({ size, shares: [{ key, running: 1, waiting: Infinity, size: 50 }] });

    it('refuses work beyond the size of its group with 429, and accepts work of other groups', async () => {
      const turns = new Turns(SIZES);
      const first = ask(turns, 'a1', of('a', 40));
      await expect(ask(turns, 'a2', of('a', 20))).rejects.toMatchObject({ code: TooManyRequests.code });
      void ask(turns, 'b1', of('b', 20));
      await end(first, 'a1');
      void ask(turns, 'a3', of('a', 40));
      expect(started).toEqual(['a1', 'b1', 'a3']);
    });

    it('refuses work beyond the size of all groups with 503', async () => {
      const turns = new Turns(SIZES);
      for (const group of ['a', 'b']) void ask(turns, group, of(group, 50));
      await expect(ask(turns, 'c', of('c', 1))).rejects.toMatchObject({ code: ServerBusy.code });
    });

    it('stops counting the size of work that left the queue', async () => {
      const turns = new Turns({ ...SIZES, running: 1 });
      const client = new AbortController();
      const first = ask(turns, 'a', of('a', 50));
      const left = ask(turns, 'b', { ...of('b', 50), signal: client.signal });
      client.abort(new Error('the client left'));
      await expect(left).rejects.toThrow('the client left');
      void ask(turns, 'c', of('c', 50));
      await end(first, 'a');
      expect(started).toEqual(['a', 'c']);
    });

    it('runs work that is larger than every limit when there is no other', async () => {
      const turns = new Turns(SIZES);
      const large = ask(turns, 'large', of('a', 1_000));
      expect(started).toEqual(['large']);
      await end(large, 'large');
      await expect(large).resolves.toBe('large');
    });

    it('refuses with the error that the limits name', async () => {
      const TooLong = defineError('test.too_long', 'unavailable', 'Too long.');
      const turns = new Turns({ ...SIZES, refusal: TooLong });
      void ask(turns, 'a1', of('a', 40));
      await expect(ask(turns, 'a2', of('a', 40))).rejects.toMatchObject({ code: TooLong.code });
    });
  });

  it('never starts work whose client disconnected while it waited, and frees its place', async () => {
    const turns = new Turns({ ...LIMITS, running: 1, waiting: 1 });
    const first = ask(turns, 'a');
    const client = new AbortController();
    const left = ask(turns, 'b', { signal: client.signal });
    client.abort(new Error('the client left'));
    await expect(left).rejects.toThrow('the client left');
    const waits = ask(turns, 'c');
    await end(first, 'a');
    expect(started).toEqual(['a', 'c']);
    await end(waits, 'c');
    await expect(ask(turns, 'd', { signal: client.signal })).rejects.toThrow('the client left');
    expect(started).toEqual(['a', 'c']);
  });

  it('refuses what has waited too long', async () => {
    jest.useFakeTimers();
    try {
      const turns = new Turns({ ...LIMITS, running: 1, waitMs: 1000 });
      const first = ask(turns, 'a');
      const waits = ask(turns, 'b');
      jest.advanceTimersByTime(1001);
      await expect(waits).rejects.toMatchObject({ code: 'server.busy' });
      await end(first, 'a');
      expect(started).toEqual(['a']);
    } finally {
      jest.useRealTimers();
    }
  });
});

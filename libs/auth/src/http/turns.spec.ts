import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('Turns', () => {
  it('lets no more work at a time than it may, in order, and goes on after a failure', async () => {
    const turns = new Turns(2);
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const works = [0, 1, 2, 3].map((number) =>
      turns.take(async () => {
        started.push(number);
        await new Promise<void>((resolve) => finish.push(resolve));
        if (number === 0) throw new Error('failed');
        return number;
      }),
    );
    const results = Promise.allSettled(works);
    expect(started).toEqual([0, 1]);
    finish[0]?.();
    await works[0]?.catch(() => undefined);
    expect(started).toEqual([0, 1, 2]);
    finish[1]?.();
    await works[1];
    expect(started).toEqual([0, 1, 2, 3]);
    finish[2]?.();
    finish[3]?.();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    await expect(turns.take(async () => 'free again')).resolves.toBe('free again');
  });
});

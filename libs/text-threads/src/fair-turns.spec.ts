import { describe, expect, it } from '@jest/globals';
import { FairTurns } from './fair-turns.js';
import { TooManyTexts } from './text-threads.errors.js';

const LIMITS = { running: 2, runningPerOwner: 1, size: 100, sizePerOwner: 50 };

/** Work that ends when it is told to, and the order in which pieces of work began. */
function aDesk(turns: FairTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const bring = (owner: string, name: string, size = 1): Promise<void> =>
    turns.take(owner, size, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  return { begun, bring, end: (name: string) => ends.get(name)?.() };
}

describe('FairTurns', () => {
  it('keeps a place for other owners, however much work one has', async () => {
    const { begun, bring, end } = aDesk(new FairTurns(LIMITS));
    const first = bring('a', 'a1');
    void bring('a', 'a2');
    void bring('a', 'a3');
    void bring('b', 'b1');
    await Promise.resolve();
    expect(begun).toEqual(['a1', 'b1']);
    end('a1');
    await first;
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  it('lets owners take turns', async () => {
    const { begun, bring, end } = aDesk(new FairTurns({ ...LIMITS, running: 1 }));
    const done = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => bring(name.charAt(0), name));
    for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) {
      await Promise.resolve();
      expect(begun.at(-1)).toBe(name);
      end(name);
      await Promise.race(done.filter((_, index) => ['a1', 'a2', 'a3', 'b1', 'c1'][index] === name));
    }
    await Promise.all(done);
  });

  it('refuses work beyond the limit of its owner, and not that of others', async () => {
    const { bring, end } = aDesk(new FairTurns(LIMITS));
    const first = bring('a', 'a1', 40);
    await expect(bring('a', 'a2', 20)).rejects.toMatchObject({ code: TooManyTexts.code });
    const other = bring('b', 'b1', 20);
    end('a1');
    await first;
    const third = bring('a', 'a3', 40);
    await Promise.resolve();
    end('b1');
    end('a3');
    await Promise.all([other, third]);
  });

  it('refuses work beyond the limit of all owners', async () => {
    const { bring, end } = aDesk(new FairTurns(LIMITS));
    const under = [bring('a', 'a1', 50), bring('b', 'b1', 50)];
    await expect(bring('c', 'c1', 1)).rejects.toMatchObject({ code: TooManyTexts.code });
    end('a1');
    end('b1');
    await Promise.all(under);
  });

  it('gives work that is larger than every limit its turn', async () => {
    const { begun, bring, end } = aDesk(new FairTurns(LIMITS));
    const large = bring('a', 'large', 1_000);
    await Promise.resolve();
    expect(begun).toEqual(['large']);
    end('large');
    await large;
  });
});

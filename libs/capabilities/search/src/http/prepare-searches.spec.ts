import { describe, expect, it } from '@jest/globals';
import type { SearchService } from '#capabilities/search';
import { TestClock } from '../../../../../test/support/test-clock.js';
import { PrepareSearches } from './prepare-searches.js';

function aPreparation() {
  const clock = new TestClock();
  const begun = Promise.withResolvers<AbortSignal>();
  let calls = 0;
  const warmUp = (signal: AbortSignal): Promise<void> => {
    calls += 1;
    begun.resolve(signal);
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  };
  const preparation = new PrepareSearches({ warmUp } as unknown as SearchService, clock);
  return { clock, preparation, begun: begun.promise, calls: () => calls };
}

describe('the preparation of searches after a start', () => {
  it('a start does not wait for it, and it ends when the server stops', async () => {
    const { clock, preparation, begun } = aPreparation();
    preparation.onApplicationBootstrap();
    clock.advance(3_000);
    const signal = await begun;
    expect(signal.aborted).toBe(false);
    await preparation.onModuleDestroy();
    expect(signal.aborted).toBe(true);
  });

  it('nothing is read when the server stops right after its start', async () => {
    const { preparation, calls } = aPreparation();
    preparation.onApplicationBootstrap();
    await preparation.onModuleDestroy();
    expect(calls()).toBe(0);
  });
});

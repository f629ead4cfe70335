import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { ExternalSearchBackend, SearchIndexBuild, Sql } from '@archivolt/plugin-kit';
import type { IndexState } from './index-state.repository.js';
import { RebuildIndex } from './rebuild-index.js';

const sql: Sql = { query: () => Promise.resolve([]), transaction: (work) => work(sql) };
const STATE = { rebuildAfter: null, rebuildNumber: 1, rebuildDone: 0 } as IndexState;

function aRebuild(): RebuildIndex {
  const state = { advance: () => Promise.resolve(), finishRebuild: () => Promise.resolve() };
  const changes = { documentsAfter: () => Promise.resolve([]) };
  const unused = undefined as never;
  return new RebuildIndex(state as never, changes as never, unused);
}

/** A call that never ends; it records the signal that it gets. */
function hanging(signals: AbortSignal[]) {
  return (signal?: AbortSignal) => {
    if (signal) signals.push(signal);
    return new Promise<never>(() => undefined);
  };
}

afterEach(() => {
  jest.useRealTimers();
});

describe('RebuildIndex', () => {
  it.each(['clear', 'beginRebuild', 'switch'] as const)(
    'the rebuild does not wait forever for %s of a search engine',
    async (name) => {
      jest.useFakeTimers();
      const signals: AbortSignal[] = [];
      const call = hanging(signals);
      const work =
        name === 'switch'
          ? aRebuild().externalStep(
              sql,
              {} as ExternalSearchBackend,
              { switch: call } as unknown as SearchIndexBuild,
              STATE,
            )
          : aRebuild().begin(sql, { [name]: call } as unknown as ExternalSearchBackend, STATE);
      const ended = expect(work).rejects.toThrow('did not respond within 600 s');
      await jest.advanceTimersByTimeAsync(10 * 60_000);
      await ended;
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    },
  );
});

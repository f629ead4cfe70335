import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { TransientPluginError, type SearchIndexBuild, type Sql } from '@archivolt/plugin-kit';
import { Clock } from '#ground/kernel';
import type { RebuildIndex } from './rebuild-index.js';
import { SearchIndexWork } from './search-index-work.js';

const noDatabase = () => Promise.reject(new Error('this test has no database'));
const sql: Sql = { query: noDatabase, transaction: noDatabase };

/** Works until a second index is complete; `fault` is what the first build fails with, each time. */
async function work(fault: () => Error, failures: number): Promise<string[]> {
  const calls: string[] = [];
  const due = { pluginId: 'search-x', indexVersion: 1, rebuildReason: 'it was requested', rebuildNumber: 1 };
  let state: object = due;
  let failed = 0;
  let builds = 0;
  const rebuild: Pick<RebuildIndex, 'begin' | 'externalStep'> = {
    begin: async () => {
      const number = (builds += 1);
      calls.push(`begin ${number}`);
      return { discard: async () => void calls.push(`discard ${number}`), number } as unknown as SearchIndexBuild;
    },
    externalStep: async (_sql, _backend, build) => {
      const { number } = build as unknown as { number: number };
      if (number === 1 && failed < failures) {
        failed += 1;
        throw fault();
      }
      calls.push(`complete ${number}`);
      state = { ...due, rebuildReason: null };
      return 'ended';
    },
  };
  const lost = new AbortController().signal;
  const leases = { tryToHold: async () => ({ sql, lost, release: async () => undefined }) };
  const declaration = { indexVersion: 1 };
  const engine = { pluginId: 'search-x', declaration, isTransactional: false, external: async () => ({}) };
  const states = {
    read: async () => state,
    failed: async () => 0,
    succeeded: async () => undefined,
  };
  const changes = { next: async () => [] };
  const deliver = { execute: async () => undefined };
  const parts = [
    leases,
    engine,
    states,
    changes,
    deliver,
    rebuild,
    {},
    {},
    {},
    new Clock(),
  ] as unknown[] as ConstructorParameters<typeof SearchIndexWork>;
  await new SearchIndexWork(...parts).run(new AbortController().signal);
  return calls;
}

beforeEach(() => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
});

describe('SearchIndexWork', () => {
  it('begins another build when the search engine has lost the first one', async () => {
    expect(await work(() => new Error('no such index'), Infinity)).toEqual([
      ...['begin 1', 'discard 1', 'begin 2', 'complete 2'],
    ]);
  });

  it('continues the same build after the search engine was away', async () => {
    expect(await work(() => new TransientPluginError('away'), 20)).toEqual(['begin 1', 'complete 1']);
  });
});

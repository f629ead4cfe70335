import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { TransientPluginError, type SearchDeclaration, type SearchQueries } from '@archivolt/plugin-kit';
import { SearchEngine } from './search-engine.js';

const QUERY = { ids: [], count: 0 };
const backend = { search: () => Promise.resolve(QUERY) } as unknown as SearchQueries;

function anEngine(transactional: boolean, open: () => Promise<SearchQueries> = () => Promise.resolve(backend)) {
  const declaration = { transactional, indexVersion: 1 } as SearchDeclaration;
  return new SearchEngine({ pluginId: 'search-x', declaration, open: open as never, timeoutMs: 50 });
}

const UNAVAILABLE = { code: 'search.unavailable', category: 'unavailable' };

beforeEach(() => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
});

describe('SearchEngine', () => {
  it.each([true, false])(
    'the engine is unavailable when a query does not end in time (transactional: %s)',
    async (transactional) => {
      const signals: AbortSignal[] = [];
      const query = anEngine(transactional).query((_, signal) => {
        signals.push(signal);
        return new Promise<never>(() => undefined);
      });
      await expect(query).rejects.toMatchObject(UNAVAILABLE);
      expect(signals[0]?.aborted).toBe(true);
    },
  );

  it('the engine is unavailable when an external plugin cannot be opened, and is opened again for the next query', async () => {
    let attempts = 0;
    const engine = anEngine(false, () => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error('connect ECONNREFUSED')) : Promise.resolve(backend);
    });
    const search = () => engine.query((opened) => opened.search(undefined as never));
    await expect(search()).rejects.toMatchObject(UNAVAILABLE);
    expect(await search()).toBe(QUERY);
  });

  it('the engine is unavailable when a plugin reports a transient fault', async () => {
    const fault = () => Promise.reject(new TransientPluginError('busy'));
    for (const transactional of [true, false])
      await expect(anEngine(transactional).query(fault)).rejects.toMatchObject(UNAVAILABLE);
  });

  it('passes on other errors of a plugin in this database, like those of any statement', async () => {
    const fault = () => Promise.reject(new Error('connection lost'));
    await expect(anEngine(true).query(fault)).rejects.toThrow('connection lost');
  });

  it('ends with the reason of the caller when the caller leaves', async () => {
    const reason = new Error('the client left');
    await expect(anEngine(false).query(() => Promise.resolve(1), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

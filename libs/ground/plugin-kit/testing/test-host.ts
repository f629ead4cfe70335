import { tmpdir } from 'node:os';
import type { HostServices, JsonValue, PluginState } from '../src/index.js';
import { testHttp } from './test-http.js';
import { testLookup } from './test-lookup.js';

/** Host services for tests: they log nothing, keep state in memory, have no database, and open real connections. */
export function aTestHost<Config extends object>(config: Config): HostServices<Config> {
  const silent = (): void => undefined;
  const noDatabase = (): Promise<never> =>
    Promise.reject(new Error('this test has no database: give the suite an own `sql`, as `host: { sql }`'));
  return {
    config,
    dataDir: tmpdir(),
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    state: stateInMemory(),
    sql: { query: noDatabase, transaction: noDatabase },
    controlSql: { query: noDatabase },
    http: testHttp(config),
    lookup: testLookup(config),
    now: () => Date.now(),
  };
}

function stateInMemory(): PluginState {
  const values = new Map<string, string>();
  return {
    get: async <Value extends JsonValue>(key: string) => {
      const text = values.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as Value);
    },
    set: async (key, value) => void values.set(key, JSON.stringify(value)),
    delete: async (key) => void values.delete(key),
    keys: async (prefix = '') => [...values.keys()].filter((key) => key.startsWith(prefix)).sort(),
  };
}

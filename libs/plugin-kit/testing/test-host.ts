import { tmpdir } from 'node:os';
import type { HostServices } from '../src/index.js';
import { testHttp } from './test-http.js';

/** Host services for tests: they log nothing and have no database, but send real HTTP requests. */
export function aTestHost<Config extends object>(config: Config): HostServices<Config> {
  const silent = (): void => undefined;
  const noDatabase = (): Promise<never> => Promise.reject(new Error('this test has no database'));
  return {
    config,
    dataDir: tmpdir(),
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    sql: { query: noDatabase, transaction: noDatabase },
    controlSql: { query: noDatabase },
    http: testHttp,
    now: () => Date.now(),
  };
}

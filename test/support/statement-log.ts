import { SchedulerRegistry } from '@nestjs/schedule';
import type pg from 'pg';
import { PrepareSearches } from '../../libs/capabilities/search/src/http/prepare-searches.js';
import type { TestApp } from './app.js';
import { poolOf } from './rows.js';

type Query = (...values: unknown[]) => unknown;
/** Sent by timers of the process now and then, whatever a request does. */
const BY_TIMERS = /\b(server_process|lease)\b/;

type Connected = (error: unknown, client: pg.PoolClient | undefined, release: unknown) => void;

/** Records every statement that the server sends over its pool, begin and commit included. */
export class StatementLog {
  readonly #texts: string[] = [];
  readonly #wrapped = new WeakSet<pg.PoolClient>();
  readonly #othersHaveEnded: Promise<void>;

  constructor(app: TestApp) {
    // Statements of scheduled tasks, and of what a server does after its start, would be counted as well.
    this.#othersHaveEnded = app.app.get(PrepareSearches, { strict: false }).onModuleDestroy();
    const timers = app.app.get(SchedulerRegistry, { strict: false });
    for (const name of timers.getIntervals()) timers.deleteInterval(name);
    const pool = poolOf(app);
    const connect = pool.connect.bind(pool) as (...values: unknown[]) => unknown;
    pool.connect = ((...values: unknown[]) => {
      const [callback] = values as [Connected | undefined];
      // `pool.query` connects with a callback.
      if (callback)
        return connect(((error, client, release) => {
          callback(error, client && this.#wrap(client), release);
        }) satisfies Connected);
      return (connect() as Promise<pg.PoolClient>).then((client) => this.#wrap(client));
    }) as typeof pool.connect;
  }

  /** The statements that are sent while `work` runs, each on one line. */
  async during(work: () => Promise<unknown>): Promise<string[]> {
    await this.#othersHaveEnded;
    const before = this.#texts.length;
    await work();
    return this.#texts.slice(before).filter((text) => !BY_TIMERS.test(text));
  }

  #wrap(client: pg.PoolClient): pg.PoolClient {
    if (this.#wrapped.has(client)) return client;
    this.#wrapped.add(client);
    const query = client.query.bind(client) as Query;
    client.query = ((...values: unknown[]) => {
      const [first] = values;
      const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text;
      this.#texts.push((text ?? 'unknown').replaceAll(/\s+/g, ' ').trim());
      return query(...values);
    }) as typeof client.query;
    return client;
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { shortPause } from './until.js';

const DEADLOCK = '40P01';

interface Operation {
  name: string;
  /** The statement before which the operation stops; 0 when it does not stop. */
  stopBefore: number;
  sent: number;
  stopped: PromiseWithResolvers<void>;
  goOn: PromiseWithResolvers<void>;
  /** Of the connection that the operation uses. */
  processId: number | undefined;
  ended: boolean;
}

type Named<Given> = readonly [name: string, work: (given: Given) => Promise<unknown>];
type Query = (...values: unknown[]) => unknown;

/** Stops operations on a pool between two statements, so that two transactions can be interleaved at every point. */
export class StatementGate {
  /** Operations that PostgreSQL aborted because of a deadlock, even when a retry succeeded. */
  readonly deadlocks: string[] = [];
  readonly #current = new AsyncLocalStorage<Operation>();
  readonly #wrapped = new WeakSet<pg.PoolClient>();

  constructor(private readonly pool: pg.Pool) {
    const connect = pool.connect.bind(pool) as (...values: unknown[]) => unknown;
    pool.connect = ((...values: unknown[]) => {
      if (values.length > 0) return connect(...values);
      return (connect() as Promise<pg.PoolClient>).then((client) => this.#wrap(client));
    }) as typeof pool.connect;
  }

  /**
   * Runs `first` up to its n-th statement, then `second` until it ends or waits for a lock, then both to their ends;
   * for every n. `prepare` creates fresh rows each time.
   */
  async interleave<Given>(
    prepare: () => Promise<Given>,
    [firstName, first]: Named<Given>,
    [secondName, second]: Named<Given>,
    accept: (error: unknown) => void,
  ): Promise<void> {
    for (let stopBefore = 2; ; stopBefore += 1) {
      const given = await prepare();
      const one = newOperation(`${firstName}, with ${secondName}`, stopBefore);
      const two = newOperation(`${secondName}, with ${firstName}`, 0);
      const firstDone = this.#run(one, () => first(given), accept);
      await Promise.race([one.stopped.promise, firstDone]);
      const secondDone = this.#run(two, () => second(given), accept);
      await this.#untilItEndsOrWaits(two);
      one.goOn.resolve();
      await Promise.all([firstDone, secondDone]);
      if (one.sent < stopBefore) return;
    }
  }

  async #run(operation: Operation, work: () => Promise<unknown>, accept: (error: unknown) => void): Promise<void> {
    try {
      await this.#current.run(operation, work);
    } catch (error) {
      accept(error);
    } finally {
      operation.ended = true;
    }
  }

  async #untilItEndsOrWaits(operation: Operation): Promise<void> {
    while (!operation.ended) {
      const { rowCount } = await this.pool.query(
        `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
        [operation.processId ?? 0],
      );
      if (rowCount === 1) return;
      await shortPause();
    }
  }

  #wrap(client: pg.PoolClient): pg.PoolClient {
    if (this.#wrapped.has(client)) return client;
    this.#wrapped.add(client);
    const query = client.query.bind(client) as Query;
    client.query = (async (...values: unknown[]) => {
      const operation = this.#current.getStore();
      if (operation) {
        operation.processId = (client as unknown as { processID: number }).processID;
        operation.sent += 1;
        if (operation.sent === operation.stopBefore) {
          operation.stopped.resolve();
          await operation.goOn.promise;
        }
      }
      try {
        return await query(...values);
      } catch (error) {
        if ((error as { code?: unknown }).code === DEADLOCK) this.deadlocks.push(operation?.name ?? 'other work');
        throw error;
      }
    }) as typeof client.query;
    return client;
  }
}

function newOperation(name: string, stopBefore: number): Operation {
  return {
    name,
    stopBefore,
    sent: 0,
    stopped: Promise.withResolvers(),
    goOn: Promise.withResolvers(),
    processId: undefined,
    ended: false,
  };
}

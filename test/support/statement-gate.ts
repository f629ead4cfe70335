import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { shortPause } from './until.js';

const DEADLOCK = '40P01';
/** Generous: reached only by an operation that waits for another one inside of this process, or for nothing at all. */
const WITHIN_MS = 60_000;

/** A statement of an operation, and the process of the connection that it went to. */
export interface SentStatement {
  processId: number;
  text: string;
}

interface Operation {
  name: string;
  /** The statement before which the operation stops; 0 when it does not stop. */
  stopBefore: number;
  sent: SentStatement[];
  stopped: PromiseWithResolvers<void>;
  goOn: PromiseWithResolvers<void>;
  /** How many of its statements each connection has not answered yet, by the process of the connection. */
  underWay: Map<number, number>;
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
   * Runs `first` up to its n-th statement, then `second` until it ends or waits for a lock, then both to their ends; for
   * every n that follows a statement which may lock: the others leave the locks as they were. `prepare` creates fresh
   * rows each time. Operations must not wait for each other inside of this process: what gathers work of several callers
   * needs an instance for each operation (`anotherInstance`).
   */
  async interleave<Given>(
    prepare: () => Promise<Given>,
    [firstName, first]: Named<Given>,
    [secondName, second]: Named<Given>,
    accept: (error: unknown) => void,
  ): Promise<void> {
    for (let stopBefore: number | undefined = 2; stopBefore !== undefined;) {
      const given = await prepare();
      const one = newOperation(`${firstName}, with ${secondName}`, stopBefore);
      const two = newOperation(`${secondName}, with ${firstName}`, 0);
      const firstDone = this.#run(one, () => first(given), accept);
      const secondDone = Promise.race([one.stopped.promise, firstDone]).then(() => {
        const done = this.#run(two, () => second(given), accept);
        const reached = this.#untilItEndsOrWaits(two).finally(() => {
          one.goOn.resolve();
        });
        return Promise.all([done, reached]);
      });
      await withinLimit(Promise.all([firstDone, secondDone]), [one, two]);
      stopBefore = nextStop(one);
    }
  }

  /** Runs an operation without stopping it and returns its statements. */
  async record(work: () => Promise<unknown>, accept: (error: unknown) => void): Promise<readonly SentStatement[]> {
    const operation = newOperation('recorded', 0);
    await this.#run(operation, work, accept);
    return operation.sent;
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
    for (const deadline = Date.now() + WITHIN_MS; !operation.ended;) {
      const processIds = [...operation.underWay.keys()];
      if (processIds.length > 0 && (await this.#waiting(processIds)) === processIds.length) return;
      if (Date.now() > deadline) throw new Error(`${operation.name}, neither ends nor waits for a lock`);
      await shortPause();
    }
  }

  async #waiting(processIds: readonly number[]): Promise<number> {
    const { rowCount } = await this.pool.query(
      `select from pg_stat_activity where pid = any($1) and wait_event_type = 'Lock'`,
      [processIds],
    );
    return rowCount ?? 0;
  }

  #wrap(client: pg.PoolClient): pg.PoolClient {
    if (this.#wrapped.has(client)) return client;
    this.#wrapped.add(client);
    const query = client.query.bind(client) as Query;
    const { processID: processId } = client as unknown as { processID: number };
    client.query = (async (...values: unknown[]) => {
      const operation = this.#current.getStore();
      if (operation) await stopIfDue(operation, { processId, text: textOf(values[0]) });
      const answered = operation && sentBy(operation, processId);
      try {
        return await query(...values);
      } catch (error) {
        if ((error as { code?: unknown }).code === DEADLOCK) this.deadlocks.push(operation?.name ?? 'other work');
        throw error;
      } finally {
        answered?.();
      }
    }) as typeof client.query;
    return client;
  }
}

/** The statements after the one that is stopped wait as well: a commit may be sent without waiting for what is before it. */
async function stopIfDue(operation: Operation, statement: SentStatement): Promise<void> {
  operation.sent.push(statement);
  if (operation.stopBefore === 0 || operation.sent.length < operation.stopBefore) return;
  operation.stopped.resolve();
  await operation.goOn.promise;
}

/** The first statement after the last stop that follows one which may lock. */
function nextStop({ sent, stopBefore }: Operation): number | undefined {
  const next = sent.findIndex(({ text }, at) => at >= stopBefore - 1 && at < sent.length - 1 && mayLock(text));
  return next < 0 ? undefined : next + 2;
}

const LOCKS_NOTHING = /^\s*(?:begin|savepoint|release|set|select)\b/i;
const LOCKS = /\b(?:delete|for|insert|merge|update)\b|lock/i;

function mayLock(text: string): boolean {
  return !LOCKS_NOTHING.test(text) || LOCKS.test(text);
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : (statement as { text: string }).text;
}

/** Counts a statement; the returned function is called when it is answered. */
function sentBy({ underWay }: Operation, processId: number): () => void {
  underWay.set(processId, (underWay.get(processId) ?? 0) + 1);
  return () => {
    const others = (underWay.get(processId) ?? 0) - 1;
    if (others > 0) underWay.set(processId, others);
    else underWay.delete(processId);
  };
}

/** Rejects with the names of the operations that have not ended in time. */
async function withinLimit(work: Promise<unknown>, operations: readonly Operation[]): Promise<void> {
  const limit = Promise.withResolvers<never>();
  // eslint-disable-next-line no-restricted-syntax -- a limit, at which the operations that have not ended are named
  const timer = setTimeout(() => {
    const names = operations.filter(({ ended }) => !ended).map(({ name }) => name);
    limit.reject(new Error(`has not ended after ${String(2 * WITHIN_MS)} ms: ${names.join('; ')}`));
  }, 2 * WITHIN_MS);
  try {
    await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function newOperation(name: string, stopBefore: number): Operation {
  return {
    name,
    stopBefore,
    sent: [],
    stopped: Promise.withResolvers(),
    goOn: Promise.withResolvers(),
    underWay: new Map(),
    ended: false,
  };
}

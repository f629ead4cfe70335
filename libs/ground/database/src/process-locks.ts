// eslint-disable-next-line no-restricted-syntax -- other processes notice a lost connection in real time
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { Clock } from '#ground/kernel';

/** How often a lock that another process holds is tried. */
const TRY_EVERY_MS = 1_000;
/** How often a connection over the network is checked, and how long the check may take. A local one ends at once. */
const CHECK_EVERY_MS = 1_000;
const CHECK_WITHIN_MS = 3_000;
const CLOSE_WITHIN_MS = 1_000;
/** A previous holder has noticed the loss of its connection after this time. */
const SETTLE_MS = CHECK_EVERY_MS + CHECK_WITHIN_MS;
const LAST_PAUSE_MS = 10_000;

/** PostgreSQL notices after about eleven seconds that the machine of a holder is gone. A lost process it notices at once. */
const KEEPALIVE = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

/** A lock that this process holds. */
export interface HeldLock {
  /** Aborted when the lock is lost: another process may get it soon. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Locks that one process of the installation holds as long as it lives, all on one connection of their own. Only one
 * process holds the lock of a name.
 */
export class ProcessLocks {
  readonly #logger = new Logger('Database');
  readonly #closed = new AbortController();
  #connection: Promise<LockConnection> | undefined;

  constructor(
    private readonly url: string,
    private readonly clock: Clock,
  ) {}

  /**
   * Waits until this process holds the lock. After another holder has vanished, it waits until that one must have
   * noticed, too. Rejects only when `until` is aborted, and after `close`.
   */
  async hold(name: string, until: AbortSignal): Promise<HeldLock> {
    const signal = AbortSignal.any([until, this.#closed.signal]);
    let pause = TRY_EVERY_MS;
    let wasTaken = false;
    for (;;) {
      signal.throwIfAborted();
      try {
        const connection = await this.#connect();
        const lock = await connection.tryLock(name);
        pause = TRY_EVERY_MS;
        if (lock && wasTaken) await delay(SETTLE_MS, undefined, { signal: AbortSignal.any([signal, lock.lost]) });
        if (lock) return lock;
        wasTaken = true;
      } catch (error) {
        signal.throwIfAborted();
        this.#logger.warn(`Could not ask for the lock "${name}": ${(error as Error).message}`);
        pause = Math.min(pause * 2, LAST_PAUSE_MS);
      }
      await this.clock.sleep(pause, { signal });
    }
  }

  /** Releases all locks, and rejects those that are waited for. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('the process stops'));
    const connection = await this.#connection?.catch(() => undefined);
    await connection?.close();
  }

  #connect(): Promise<LockConnection> {
    if (this.#connection) return this.#connection;
    const opening = LockConnection.open(this.url);
    const forget = () => {
      if (this.#connection === opening) this.#connection = undefined;
    };
    void opening.then(({ lost }) => {
      if (lost.aborted) forget();
      lost.addEventListener('abort', forget, { once: true });
    }, forget);
    this.#connection = opening;
    return opening;
  }
}

class LockConnection {
  readonly #lost = new AbortController();
  readonly lost = this.#lost.signal;
  readonly #client: pg.Client;
  readonly #check: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(client: pg.Client) {
    this.#client = client;
    const lose = (error?: Error) =>
      this.#lost.abort(new Error(`the lock is lost: ${error?.message ?? 'disconnected'}`));
    client.on('error', lose);
    client.on('end', () => lose());
    if (client.host.startsWith('/')) return; // a socket of this machine
    // eslint-disable-next-line no-restricted-syntax -- a connection does not follow a moved clock
    this.#check = setInterval(() => {
      this.#query('select 1').catch((error: unknown) => {
        lose(error as Error);
        void this.close();
      });
    }, CHECK_EVERY_MS);
    this.lost.addEventListener('abort', () => clearInterval(this.#check), { once: true });
  }

  static async open(url: string): Promise<LockConnection> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'archivolt-locks',
      connectionTimeoutMillis: 10_000,
      query_timeout: CHECK_WITHIN_MS,
      keepAlive: true,
    });
    const connection = new LockConnection(client);
    try {
      await client.connect();
      await connection.#query(KEEPALIVE);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async tryLock(name: string): Promise<HeldLock | undefined> {
    const text = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as held';
    const { rows } = await this.#query(text, [name]);
    if ((rows[0] as { held?: boolean } | undefined)?.held !== true) return undefined;
    return {
      lost: this.lost,
      release: async () => {
        if (this.lost.aborted) return;
        await this.#query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => this.close());
      },
    };
  }

  /** Runs one statement after the other. */
  #query(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    const result = this.#last.then(() => this.#client.query(text, values.length > 0 ? [...values] : undefined));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    clearInterval(this.#check);
    const late = delay(CLOSE_WITHIN_MS, undefined, { ref: false }); // the other side may be unreachable
    await Promise.race([this.#client.end().catch(() => undefined), late]);
  }
}

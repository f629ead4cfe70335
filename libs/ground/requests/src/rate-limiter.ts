import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '#config/rate';
import { TooManyRequests, type LimitState } from '#ground/kernel';

export interface RateLimit extends Rate {
  /** Separates the keys of this limit from those of others. Clients see it in the header `RateLimit-Policy`. */
  name: string;
  /**
   * Refuses a key from memory until its window ends, so that a flood of one caller costs no statements. Not for limits
   * whose hits are given back.
   */
  remembersRefusals?: boolean;
}

/** Refused keys in memory; beyond that all are forgotten, which costs one statement for each that comes back. */
const MAX_REMEMBERED = 10_000;

/**
 * Counts hits of a key in PostgreSQL (table `rate_limit`), so that a limit holds over all processes and restarts. Keys
 * are stored as hashes: they may be personal addresses.
 */
export class RateLimiter {
  readonly #store: RateLimiterPostgres;
  #remembered = 0;

  constructor(
    pool: pg.Pool,
    private readonly limit: RateLimit,
  ) {
    const { name, hits, seconds, remembersRefusals = false } = limit;
    this.#store = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false, // a scheduled task does it for all of them
      keyPrefix: name,
      points: hits,
      duration: seconds,
      inMemoryBlockOnConsumed: remembersRefusals ? hits : 0,
    });
  }

  /** Counts one hit; throws `server.too_many_requests` when the limit is exceeded. */
  async hit(key: string): Promise<LimitState> {
    try {
      return this.#stateOf(await this.#store.consume(hash(key)));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const limit = { ...this.#stateOf(error), left: 0 };
      throw TooManyRequests({ retryAfterSeconds: limit.secondsLeft, limit });
    }
  }

  /** Removes one hit that should not have counted. */
  async giveBack(key: string): Promise<void> {
    await this.#store.reward(hash(key));
  }

  async forget(key: string): Promise<void> {
    await this.#store.delete(hash(key));
  }

  /** True when there was a hit, or a call of `remember`, within the window. */
  async knows(key: string): Promise<boolean> {
    return (await this.#store.get(hash(key))) !== null;
  }

  /** Counts several hits, whatever the limit, and returns how many there are in this window. */
  async add(key: string, hits: number): Promise<number> {
    return (await this.#store.penalty(hash(key), hits)).consumedPoints;
  }

  /** Starts the window of the key again, with one hit. */
  async remember(key: string): Promise<void> {
    await this.#store.set(hash(key), 1, this.#store.duration);
  }

  #boundMemory({ consumedPoints }: RateLimiterRes): void {
    // A hit that is refused from memory has consumed nothing.
    if (!this.limit.remembersRefusals || consumedPoints < this.limit.hits) return;
    this.#remembered += 1;
    if (this.#remembered < MAX_REMEMBERED) return;
    this.#remembered = 0;
    this.#store.deleteInMemoryBlockedAll();
  }

  #stateOf(result: RateLimiterRes): LimitState {
    this.#boundMemory(result);
    const { remainingPoints, msBeforeNext } = result;
    const { name, hits, seconds } = this.limit;
    return { name, hits, seconds, left: remainingPoints, secondsLeft: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
  }
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

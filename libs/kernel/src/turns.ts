import { defineError, type ErrorDefinition } from './errors.js';

export const TooManyRequests = defineError(
  'server.too_many_requests',
  'rate_limited',
  'Too many requests. Wait until the time in Retry-After has passed, then try again.',
);
export const ServerBusy = defineError(
  'server.busy',
  'unavailable',
  'The server is busy with other requests. Try again in a moment.',
);

/** What one group of requests may take of the whole, for instance those of an organization or of an address. */
export interface Share {
  /** Requests with the same key count together. */
  key: string;
  running: number;
  /** How many more may wait; the next one is refused with 429. */
  waiting: number;
}

export interface TurnLimits {
  /** How many run at the same time. */
  running: number;
  /** How many may wait in all; the next one is refused with 503. */
  waiting: number;
  /** How long one may wait before it is refused; 0 for no limit. */
  waitMs: number;
}

interface Claim {
  shares: readonly Share[];
  start(): void;
  refuse(error: unknown): void;
}

const RETRY_AFTER_SECONDS = 2;

/**
 * Lets a few requests work at a time. The others wait; of those that may start, the one whose group has the fewest
 * running comes first, then the one that has waited longest. Work whose signal aborts before its turn never starts.
 */
export class Turns {
  readonly #running = new Map<string, number>();
  readonly #waiting: Claim[] = [];
  #free: number;

  constructor(private readonly limits: TurnLimits) {
    this.#free = limits.running;
  }

  async take<Result>(
    work: () => Promise<Result>,
    { shares = [], signal }: { shares?: readonly Share[]; signal?: AbortSignal | undefined } = {},
  ): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#mayStart(shares)) this.#count(shares, 1);
    else await this.#wait(shares, signal);
    try {
      return await work();
    } finally {
      this.#count(shares, -1);
      this.#startWaiting();
    }
  }

  #mayStart(shares: readonly Share[]): boolean {
    return this.#free > 0 && shares.every(({ key, running }) => this.#runningOf(key) < running);
  }

  #runningOf(key: string): number {
    return this.#running.get(key) ?? 0;
  }

  #count(shares: readonly Share[], change: 1 | -1): void {
    this.#free -= change;
    for (const { key } of shares) {
      const running = this.#runningOf(key) + change;
      if (running === 0) this.#running.delete(key);
      else this.#running.set(key, running);
    }
  }

  async #wait(shares: readonly Share[], signal: AbortSignal | undefined): Promise<void> {
    const crowded = shares.find(({ key, waiting }) => this.#waitingOf(key) >= waiting);
    if (crowded) throw refusal(TooManyRequests);
    if (this.#waiting.length >= this.limits.waiting) throw refusal(ServerBusy);
    const turn = Promise.withResolvers<void>();
    const claim: Claim = { shares, start: turn.resolve, refuse: turn.reject };
    this.#waiting.push(claim);
    const leave = (error: unknown) => {
      const place = this.#waiting.indexOf(claim);
      if (place === -1) return;
      this.#waiting.splice(place, 1);
      claim.refuse(error);
    };
    const gone = () => leave(signal?.reason);
    // A free place that this one may not take belongs to others: then its own group is what keeps it waiting.
    const giveUp = () => leave(refusal(this.#free > 0 ? TooManyRequests : ServerBusy));
    const timer = this.limits.waitMs > 0 ? setTimeout(giveUp, this.limits.waitMs).unref() : undefined;
    signal?.addEventListener('abort', gone, { once: true });
    try {
      await turn.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', gone);
    }
  }

  #waitingOf(key: string): number {
    return this.#waiting.filter(({ shares }) => shares.some((share) => share.key === key)).length;
  }

  #startWaiting(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#count(next.shares, 1);
      next.start();
    }
  }

  #next(): Claim | undefined {
    let next: Claim | undefined;
    let fewest = Infinity;
    for (const claim of this.#waiting) {
      if (!this.#mayStart(claim.shares)) continue;
      const [first] = claim.shares;
      const running = first === undefined ? 0 : this.#runningOf(first.key);
      if (running >= fewest) continue;
      next = claim;
      fewest = running;
    }
    return next;
  }
}

function refusal(error: ErrorDefinition): Error {
  return error({ retryAfterSeconds: RETRY_AFTER_SECONDS });
}

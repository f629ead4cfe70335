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
  /** Sum of the sizes of what runs and waits; what exceeds it is refused with 429. */
  size?: number;
}

export interface TurnLimits {
  /** How many run at the same time. */
  running: number;
  /** How many may wait in all; the next one is refused with 503. */
  waiting: number;
  /** How long one may wait before it is refused; 0 for no limit. */
  waitMs: number;
  /** Sum of the sizes of what runs and waits; what exceeds it is refused with 503. */
  size?: number;
  /** Replaces both errors. */
  refusal?: ErrorDefinition;
}

interface Claim {
  shares: readonly Share[];
  size: number;
  /** Place in the order of arrival. */
  rank: number;
  start(): void;
  refuse(error: unknown): void;
}

interface Group {
  running: number;
  waiting: number;
  size: number;
  /** When its last work ended, or when it arrived, in the same order as the ranks of claims. */
  rank: number;
}

const RETRY_AFTER_SECONDS = 2;

/**
 * A bounded queue in front of work that is short or cannot be interrupted: searches, password hashing, long texts. A
 * few run at a time and the others wait, or are refused when too many wait already. Of those that may start, the one
 * whose group has the fewest running comes first, then the one whose group was served longest ago. Work whose signal
 * aborts before its turn never starts.
 *
 * Use `FairTurns` instead where the time that a group has used must count, or where the caller keeps the queue: it
 * only decides which group has the next place.
 */
export class Turns {
  readonly #groups = new Map<string, Group>();
  readonly #waiting: Claim[] = [];
  #free: number;
  #size = 0;
  #lastRank = 0;

  constructor(private readonly limits: TurnLimits) {
    this.#free = limits.running;
  }

  async take<Result>(
    work: () => Promise<Result>,
    {
      shares = [],
      size = 0,
      signal,
    }: { shares?: readonly Share[]; size?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<Result> {
    signal?.throwIfAborted();
    this.#refuseExcess(shares, size);
    const turn = Promise.withResolvers<void>();
    const claim = { shares, size, rank: (this.#lastRank += 1), start: turn.resolve, refuse: turn.reject };
    this.#count(claim, { waiting: 1, size });
    if (this.#mayStart(shares)) this.#start(claim);
    else await this.#wait(claim, turn.promise, signal);
    try {
      return await work();
    } finally {
      this.#end(claim);
      this.#startWaiting();
    }
  }

  #refuseExcess(shares: readonly Share[], size: number): void {
    const isCrowded = shares.some((share) => exceeds(this.#groups.get(share.key)?.size, size, share.size));
    if (isCrowded) throw this.#refusal(TooManyRequests);
    if (exceeds(this.#size, size, this.limits.size)) throw this.#refusal(ServerBusy);
    if (this.#mayStart(shares)) return;
    if (shares.some(({ key, waiting }) => (this.#groups.get(key)?.waiting ?? 0) >= waiting))
      throw this.#refusal(TooManyRequests);
    if (this.#waiting.length >= this.limits.waiting) throw this.#refusal(ServerBusy);
  }

  #mayStart(shares: readonly Share[]): boolean {
    return this.#free > 0 && shares.every(({ key, running }) => (this.#groups.get(key)?.running ?? 0) < running);
  }

  #count({ shares, rank }: Claim, { running = 0, waiting = 0, size = 0 }: Partial<Omit<Group, 'rank'>>): void {
    this.#free -= running;
    this.#size += size;
    for (const { key } of shares) {
      const group = this.#groups.get(key) ?? { running: 0, waiting: 0, size: 0, rank };
      group.running += running;
      group.waiting += waiting;
      group.size += size;
      if (group.running + group.waiting === 0) this.#groups.delete(key);
      else this.#groups.set(key, group);
    }
  }

  #start(claim: Claim): void {
    this.#count(claim, { running: 1, waiting: -1 });
    claim.start();
  }

  #end(claim: Claim): void {
    this.#count(claim, { running: -1, size: -claim.size });
    this.#lastRank += 1;
    for (const { key } of claim.shares) {
      const group = this.#groups.get(key);
      if (group) group.rank = this.#lastRank;
    }
  }

  async #wait(claim: Claim, turn: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    this.#waiting.push(claim);
    const leave = (error: unknown) => {
      const place = this.#waiting.indexOf(claim);
      if (place === -1) return;
      this.#waiting.splice(place, 1);
      this.#count(claim, { waiting: -1, size: -claim.size });
      claim.refuse(error);
    };
    const gone = () => leave(signal?.reason);
    // A free place that this one may not take belongs to others: then its own group is what keeps it waiting.
    const giveUp = () => leave(this.#refusal(this.#free > 0 ? TooManyRequests : ServerBusy));
    // eslint-disable-next-line no-restricted-syntax -- a client waits for its response in real time
    const timer = this.limits.waitMs > 0 ? setTimeout(giveUp, this.limits.waitMs).unref() : undefined;
    signal?.addEventListener('abort', gone, { once: true });
    try {
      await turn;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', gone);
    }
  }

  #startWaiting(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#start(next);
    }
  }

  #next(): Claim | undefined {
    let best: { claim: Claim; running: number; rank: number } | undefined;
    for (const claim of this.#waiting) {
      if (!this.#mayStart(claim.shares)) continue;
      const [first] = claim.shares;
      const { running = 0, rank = claim.rank } = (first && this.#groups.get(first.key)) ?? {};
      if (best === undefined || running < best.running || (running === best.running && rank < best.rank))
        best = { claim, running, rank };
    }
    return best?.claim;
  }

  #refusal(error: ErrorDefinition): Error {
    return (this.limits.refusal ?? error)({ retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

/** Something larger than the limit may run when there is nothing else, because it could never run otherwise. */
function exceeds(present: number | undefined, added: number, limit = Infinity): boolean {
  return present !== undefined && present > 0 && present + added > limit;
}

import type { Clock } from '#ground/kernel';

/** Addresses and paths that are counted at a time; beyond that, a new one takes the place of another. */
const MAX_COUNTED = 100_000;

interface Window {
  count: number;
  endsAt: number;
}

/**
 * Counts the requests of an address to a path, in the memory of this server: the storage of the sign-in library's limits.
 * The library's own is one for the whole process, and reads all its entries at each request.
 */
export class RequestCounts {
  readonly #windows = new Map<string, Window>();
  /** Goes round all windows. A new iterator would pass the places of those that were forgotten each time. */
  #turn = this.#windows.entries();

  constructor(private readonly clock: Clock) {}

  /** Counts one request; `window` and `retryAfter` are in seconds. */
  consume(
    key: string,
    { window: seconds, max }: { window: number; max: number },
  ): Promise<{ allowed: boolean; retryAfter: number | null }> {
    const now = this.clock.monotonic();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      this.#windows.delete(key);
      this.#makeRoom(now);
      window = { count: 0, endsAt: now + seconds * 1000 };
      this.#windows.set(key, window);
    }
    if (window.count >= max)
      return Promise.resolve({ allowed: false, retryAfter: Math.ceil((window.endsAt - now) / 1000) });
    window.count += 1;
    return Promise.resolve({ allowed: true, retryAfter: null });
  }

  /** Looks at the next two windows, in turn: forgets those that have ended, and in any case one when there are too many. */
  #makeRoom(now: number): void {
    for (let looked = 0; looked < 2 || this.#windows.size >= MAX_COUNTED; looked += 1) {
      const { value: next, done } = this.#turn.next();
      if (done) this.#turn = this.#windows.entries();
      else if (next[1].endsAt <= now || this.#windows.size >= MAX_COUNTED) this.#windows.delete(next[0]);
    }
  }
}

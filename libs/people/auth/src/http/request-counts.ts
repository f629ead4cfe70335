import type { Clock } from '#ground/kernel';

/** Addresses and paths that are counted at a time; the oldest window is forgotten for a new one. */
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
  /** By key, the oldest window first. */
  readonly #windows = new Map<string, Window>();

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
      window = { count: 0, endsAt: now + seconds * 1000 };
      if (this.#windows.size >= MAX_COUNTED) this.#forgetOldest();
      this.#windows.set(key, window);
    }
    if (window.count >= max)
      return Promise.resolve({ allowed: false, retryAfter: Math.ceil((window.endsAt - now) / 1000) });
    window.count += 1;
    return Promise.resolve({ allowed: true, retryAfter: null });
  }

  #forgetOldest(): void {
    for (const oldest of this.#windows.keys()) {
      this.#windows.delete(oldest);
      return;
    }
  }
}

import type { Clock } from '#ground/kernel';

/** Shorter waits are saved up. */
const SHORTEST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** A file must be read within one attempt of a job, whatever its size. */
const MOST_SECONDS_PER_FILE = 2 * 3600;

/** Keeps reading down to so many bytes a second; 0: no limit. */
export class Pace {
  #dueAt: number;

  constructor(
    private readonly clock: Clock,
    private readonly bytesPerSecond: number,
    private readonly signal: AbortSignal,
  ) {
    this.#dueAt = clock.monotonic();
  }

  /** Waits after `bytes` of a file of `fileSize` were read; `meanwhile` is called from time to time. */
  async spend(bytes: number, fileSize: number, meanwhile: () => Promise<void>): Promise<void> {
    await meanwhile();
    if (this.bytesPerSecond === 0) return;
    const perSecond = Math.max(this.bytesPerSecond, fileSize / MOST_SECONDS_PER_FILE);
    // What was not read while something else took its time is not caught up.
    this.#dueAt = Math.max(this.#dueAt, this.clock.monotonic() - SHORTEST_WAIT_MS) + (bytes / perSecond) * 1000;
    for (;;) {
      const wait = this.#dueAt - this.clock.monotonic();
      if (wait < SHORTEST_WAIT_MS) return;
      await this.clock.sleep(Math.min(wait, LONGEST_WAIT_MS), { signal: this.signal });
      await meanwhile();
    }
  }
}

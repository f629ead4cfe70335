import { CronTime } from 'cron';

/** Half of the time between two questions, so that a task is on time within as much. */
const EARLY_MS = 500;

/** The latest time is looked for in the last minute first: a machine that slept for a month missed 86,400 times of a task. */
const LOOK_BACK_MS = [60_000, 3_600_000, 86_400_000, Infinity];

/** The times of a cron expression. Every process computes the same ones, however late it asks. */
export class Slots {
  readonly #cron: CronTime;
  #askedAt = -Infinity;
  #next: Date;

  constructor(expression: string, now: Date) {
    this.#cron = new CronTime(expression);
    this.#next = this.#after(now);
  }

  /** The latest time that has passed since the last call, if there is one. It goes on after the clock was set back. */
  take(now: Date): Date | undefined {
    const latest = now.getTime() + EARLY_MS;
    if (latest < this.#askedAt) this.#next = this.#after(new Date(latest));
    this.#askedAt = latest;
    if (this.#next.getTime() > latest) return undefined;
    const slot = this.#latestBefore(latest);
    this.#next = this.#after(slot);
    return slot;
  }

  #latestBefore(latest: number): Date {
    let slot = this.#next;
    for (const lookBack of LOOK_BACK_MS) {
      const from = new Date(Math.max(this.#next.getTime(), latest - lookBack) - 1000);
      let next = this.#after(from);
      if (next.getTime() > latest) continue;
      for (; next.getTime() <= latest; next = this.#after(next)) slot = next;
      break;
    }
    return slot;
  }

  #after(moment: Date): Date {
    return this.#cron.getNextDateFrom(moment).toJSDate();
  }
}

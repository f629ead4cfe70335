import { CronTime } from 'cron';

/** A timer may fire slightly early. */
const EARLY_MS = 500;

/** The latest time is looked for in the last minute first: a machine that slept for a month missed 86,400 times of a task. */
const LOOK_BACK_MS = [60_000, 3_600_000, 86_400_000, Infinity];

/** The times of a cron expression. Every process computes the same ones, however late its timer fires. */
export class Slots {
  readonly #cron: CronTime;
  #next: Date;

  constructor(expression: string, now: Date) {
    this.#cron = new CronTime(expression);
    this.#next = this.#after(now);
  }

  /** True when the next time has passed. After the clock was set back, that is an earlier one than before. */
  isDue(now: Date): boolean {
    const upcoming = this.#after(new Date(now.getTime() + EARLY_MS));
    if (upcoming < this.#next) this.#next = upcoming;
    return this.#next.getTime() <= now.getTime() + EARLY_MS;
  }

  /** The latest time that has passed; call it when one is due. */
  at(now: Date): Date {
    const latest = now.getTime() + EARLY_MS;
    let slot = this.#next;
    for (const lookBack of LOOK_BACK_MS) {
      const from = new Date(Math.max(this.#next.getTime(), latest - lookBack) - 1000);
      let next = this.#after(from);
      if (next.getTime() > latest) continue;
      for (; next.getTime() <= latest; next = this.#after(next)) slot = next;
      break;
    }
    this.#next = this.#after(slot);
    return slot;
  }

  #after(moment: Date): Date {
    return this.#cron.getNextDateFrom(moment).toJSDate();
  }
}

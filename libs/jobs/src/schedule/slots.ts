import { CronTime } from 'cron';

/** A timer may fire slightly early. */
const EARLY_MS = 500;

/** The times of a cron expression. Every process computes the same ones, however late its timer fires. */
export class Slots {
  readonly #cron: CronTime;
  #next: Date;

  constructor(expression: string, now: Date) {
    this.#cron = new CronTime(expression);
    this.#next = this.#after(now);
  }

  /** The latest time that has passed. */
  at(now: Date): Date {
    let slot = this.#next;
    for (let next = this.#after(slot); next.getTime() <= now.getTime() + EARLY_MS; next = this.#after(slot))
      slot = next;
    this.#next = this.#after(slot);
    return slot;
  }

  #after(moment: Date): Date {
    return this.#cron.getNextDateFrom(moment).toJSDate();
  }
}

import { CronTime } from 'cron';

/** A timer may ring a little before its time. */
const EARLY_MS = 500;

/** The moments of a cron expression. Every process finds the same ones, however late its timer rings. */
export class Slots {
  readonly #cron: CronTime;
  #next: Date;

  constructor(expression: string, now: Date) {
    this.#cron = new CronTime(expression);
    this.#next = this.#after(now);
  }

  /** The latest moment that has come. */
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

import type { Clock, Timer } from '#ground/kernel';
import type { WaitingKind } from './due-jobs.js';

/**
 * How often the queue is polled while nothing happens: what a lost notification costs at most. New jobs are announced,
 * and {@link DueJobsAlarm.expect} knows of retries and postponed jobs of this process; this also finds those of others.
 */
const POLL_MS = 10_000;
/** The shortest time between two looks. */
const PAUSE_MS = 1_000;
/** Jobs that are due and wait, because all places are taken or another process fetches them. */
const STILL_DUE_MS = 2_000;

export interface WaitingJobs {
  /** Returns when the waiting jobs are due, by kind. */
  look(): Promise<WaitingKind[]>;
  /** Fetches jobs of this kind. */
  wake(name: string): void;
  onError(error: Error): void;
}

/**
 * Wakes the dispatchers for jobs that become due without a notification: retries, postponed jobs, and those whose
 * notification was lost. One timer and one statement for all kinds; while nothing waits, it looks every ten seconds.
 */
export class DueJobsAlarm {
  #timer: Timer | undefined;
  #ringsAt = Infinity;
  #lookedAt = -Infinity;
  #isLooking = false;
  /** Something changed while it was looking. */
  #isOutdated = false;
  #isStopped = true;

  constructor(
    private readonly jobs: WaitingJobs,
    private readonly clock: Clock,
    private readonly pollMs: number = POLL_MS,
  ) {}

  start(): void {
    this.#isStopped = false;
    this.#ringIn(0);
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  /** Call it when jobs may have got another time: the alarm finds out when the next one is due. */
  expect(): void {
    if (this.#isLooking) this.#isOutdated = true;
    else this.#ringIn(this.#lookedAt + PAUSE_MS - this.clock.monotonic());
  }

  #ringIn(ms: number): void {
    const at = this.clock.monotonic() + Math.max(ms, 0);
    if (this.#isStopped || at >= this.#ringsAt) return;
    this.#timer?.cancel();
    this.#ringsAt = at;
    this.#timer = this.clock.after(Math.ceil(Math.max(ms, 0)), () => void this.#look());
  }

  async #look(): Promise<void> {
    this.#ringsAt = Infinity;
    this.#lookedAt = this.clock.monotonic();
    this.#isLooking = true;
    let next = this.pollMs;
    try {
      for (const { name, dueInMs } of await this.jobs.look()) {
        if (dueInMs <= 0) this.jobs.wake(name);
        next = Math.min(next, dueInMs <= 0 ? STILL_DUE_MS : Math.max(dueInMs, 1));
      }
    } catch (error) {
      this.jobs.onError(error as Error);
      next = STILL_DUE_MS;
    }
    this.#isLooking = false;
    this.#ringIn(next);
    if (!this.#isOutdated) return;
    this.#isOutdated = false;
    this.expect();
  }
}

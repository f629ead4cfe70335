import type { Timer } from '#ground/kernel';
import { TestClock } from './test-clock.js';

/** The clock of a process that can be stopped and goes on later: what it does at intervals is left out meanwhile. */
export class StoppableClock extends TestClock {
  #isStopped = false;

  stop(): void {
    this.#isStopped = true;
  }

  goOn(): void {
    this.#isStopped = false;
  }

  override every(ms: number, run: () => void, options: { ref?: boolean } = {}): Timer {
    return super.every(ms, () => void (this.#isStopped || run()), options);
  }
}

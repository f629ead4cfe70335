import type { Clock } from '#ground/kernel';
import { failed, type Check, type CheckReport, type CheckResult } from '#ground/features';

/** A result so young is not asked for again. */
const FRESH_MS = 5_000;
/** An older result is waited for, as long as its check responds soon. */
const YOUNG_MS = 15_000;
const SOON_MS = 1_000;
/** A result so old stands for nothing while its check does not respond. */
const OUTDATED_MS = 30_000;
const LOOK_WITHIN_MS = 10_000;
/** Shorter than the time limits of usual probes. */
const ANSWER_WITHIN_MS = 5_000;

/** The last result of one check. */
export class Probe {
  readonly name: string;
  #last: { result: CheckResult; at: number } | undefined;
  #look: { at: number; end: Promise<void> } | undefined;

  constructor(
    private readonly check: Check & Required<Pick<Check, 'probe'>>,
    private readonly clock: Clock,
  ) {
    this.name = check.name;
  }

  /** Milliseconds since the look that the result is from; infinite when there is none. */
  get age(): number {
    return this.#last ? this.clock.monotonic() - this.#last.at : Infinity;
  }

  get #lookedFor(): number {
    return this.#look ? this.clock.monotonic() - this.#look.at : 0;
  }

  /**
   * Looks again, unless the result is fresh. Resolves with the next result. Never two looks at a time: each look at a disk
   * that does not respond keeps a thread.
   */
  refresh(): Promise<void> {
    if (this.#look) return this.#look.end;
    if (this.age < FRESH_MS) return Promise.resolve();
    const at = this.clock.monotonic();
    this.#look = { at, end: this.#begin(at) };
    return this.#look.end;
  }

  /**
   * Milliseconds that the next result is worth waiting for. Where the last one stands for nothing they count from the
   * beginning of the look: the first request after a long time would otherwise report that a busy machine hangs.
   */
  get patience(): number {
    if (!this.#look || this.age <= YOUNG_MS) return 0;
    return this.age < OUTDATED_MS ? SOON_MS : ANSWER_WITHIN_MS - this.#lookedFor;
  }

  get report(): CheckReport {
    if (this.#last && (!this.#look || this.age < OUTDATED_MS)) return { name: this.name, ...this.#last.result };
    const seconds = Math.round(this.#lookedFor / 1000);
    return {
      name: this.name,
      status: 'problem',
      message: `it has not responded for ${seconds} s`,
      remedy: 'see the log of this process, and whether the disks and services that it uses respond.',
    };
  }

  async #begin(at: number): Promise<void> {
    const result = await this.#run();
    this.#last = { result, at };
    this.#look = undefined;
  }

  async #run(): Promise<CheckResult> {
    try {
      return await this.check.probe(AbortSignal.timeout(LOOK_WITHIN_MS));
    } catch (error) {
      return failed(error);
    }
  }
}

import type { Db, PgBoss } from 'pg-boss';
import type { Clock, Timer } from '#ground/kernel';
import { SCHEMA, SUPERVISE_SECONDS } from './pg-boss-options.js';

/** How often running jobs are looked for after none was found: for those that began unnoticed. */
const CALM_CHECK_MS = 60_000;
/** A pass runs at least so often, to delete old jobs. */
const LONGEST_PAUSE_MS = 300_000;

/**
 * Retries jobs whose process has died, and deletes old ones. A pass of pg-boss reads the whole table several times; it
 * is needed only while jobs run in some process. A job begins to run after its announcement or after a look at the
 * queue, which each process gets or takes ({@link Supervision.expect}).
 */
export class Supervision {
  #timer: Timer | undefined;
  #isCalm = false;
  #passedAt = 0;
  #isStopped = true;

  constructor(
    private readonly boss: Pick<PgBoss, 'supervise'>,
    private readonly db: () => Db,
    private readonly on: { pass(): void; error(error: Error): void },
    private readonly clock: Clock,
    private readonly busyMs = SUPERVISE_SECONDS * 1000,
  ) {}

  start(): void {
    this.#isStopped = false;
    this.#again(this.busyMs);
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  /** Call it when a job may run in some process. */
  expect(): void {
    if (!this.#isCalm) return;
    this.#isCalm = false;
    this.#again(this.busyMs);
  }

  #again(ms: number): void {
    this.#timer?.cancel();
    if (!this.#isStopped) this.#timer = this.clock.after(ms, () => void this.#check());
  }

  async #check(): Promise<void> {
    const isLongAgo = this.clock.monotonic() - this.#passedAt > LONGEST_PAUSE_MS;
    // Before the look: what is announced from now on may not be seen by it.
    this.#isCalm = true;
    try {
      const isBusy = await this.#isAnyJobRunning();
      if (isBusy) this.#isCalm = false;
      if (isBusy || isLongAgo) await this.#pass();
    } catch (error) {
      this.#isCalm = false;
      if (!this.#isStopped) this.on.error(error as Error);
    }
    this.#again(this.#isCalm ? CALM_CHECK_MS : this.busyMs);
  }

  async #isAnyJobRunning(): Promise<boolean> {
    const { rows } = await this.db().executeSql(
      `select exists (select from ${SCHEMA}.job where state = 'active') as "isBusy"`,
    );
    return (rows as { isBusy: boolean }[])[0]?.isBusy ?? false;
  }

  async #pass(): Promise<void> {
    await this.boss.supervise();
    this.#passedAt = this.clock.monotonic();
    this.on.pass();
  }
}

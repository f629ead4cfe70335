// eslint-disable-next-line no-restricted-syntax -- a call of the search plugin ends in real time
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ChangesCommitted, ChangesMissed, OnSignal } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import { Clock } from '#ground/kernel';
import { AdoptSearchPlugin, SearchIndexWork } from '#capabilities/search';

/** The poll also finds changes without an event, and what another process has left. */
const POLL_MS = 2_000;
/** When changes are indexed in their transactions, only the beginning of a rebuild is looked for, which its command does by itself. */
const POLL_FOR_REBUILDS_MS = 15_000;
/** A call of the search plugin cannot be interrupted; the process ends without it. */
const END_WITHIN_MS = 3_000;

/** Keeps the search index up to date as long as the process runs. */
@Injectable()
export class SearchIndexWorker implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('Search');
  readonly #stop = new AbortController();
  #wake = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;

  constructor(
    private readonly adopt: AdoptSearchPlugin,
    private readonly work: SearchIndexWork,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.jobs.pollsForWork) return;
    await this.adopt.execute();
    this.#running = this.#run();
  }

  async onModuleDestroy(): Promise<void> {
    this.#stop.abort();
    this.#wake.resolve();
    await Promise.race([this.#running, delay(END_WITHIN_MS, undefined, { ref: false })]);
  }

  @OnSignal(ChangesCommitted)
  onCommitted(): void {
    if (this.work.followsChanges) this.#wake.resolve();
  }

  @OnSignal(ChangesMissed)
  onMissed(): void {
    this.#wake.resolve();
  }

  #isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!this.#isStopping()) {
      const woken = this.#wake.promise;
      try {
        if (await this.work.isDue()) await this.work.run(signal);
      } catch (error) {
        if (!this.#isStopping()) this.#logger.error(`The index cannot be kept up to date: ${(error as Error).message}`);
      }
      await Promise.race([
        woken,
        this.clock
          .sleep(this.work.isUnderWay ? POLL_MS : POLL_FOR_REBUILDS_MS, { signal, ref: false })
          .catch(() => undefined),
      ]);
      this.#wake = Promise.withResolvers();
    }
  }
}

import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '#ground/kernel';
import { SearchService } from '#capabilities/search';

/** A start has enough to do. */
const FIRST_PAUSE_MS = 2_000;

/** Lets the search plugin read what first searches need, after the start. Nothing waits for it. */
@Injectable()
export class PrepareSearches implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('Search');
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(
    private readonly search: SearchService,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.#running = this.#run(this.#stop.signal);
  }

  async onModuleDestroy(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    try {
      await this.clock.sleep(FIRST_PAUSE_MS, { signal, ref: false });
      await this.search.warmUp(signal);
    } catch (error) {
      if (!signal.aborted) this.#logger.warn(`What first searches need could not be read: ${(error as Error).message}`);
    }
  }
}

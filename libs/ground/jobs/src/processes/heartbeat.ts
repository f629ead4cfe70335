import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ServerConfig } from '#config/server';
import { Clock, type Timer } from '#ground/kernel';
import { PRODUCT_VERSION } from '#ground/settings';
import { ServerProcessRepository } from './server-process.repository.js';

const BEAT_MS = 30_000;

/** Lets the other processes know that this one is alive. One that cannot reach the database is dead to them. */
@Injectable()
export class Heartbeat implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('Processes');
  readonly #id = randomUUID();
  #timer: Timer | undefined;
  #beating: Promise<void> = Promise.resolve();

  constructor(
    private readonly processes: ServerProcessRepository,
    private readonly config: ServerConfig,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.processes.prune();
    await this.#beat();
    const beat = (): void => {
      this.#beating = this.#beat();
    };
    this.#timer = this.clock.every(BEAT_MS, beat, { ref: false });
  }

  /** Its last heartbeat counts for a while, so that a restart of the only worker is no outage. */
  async onModuleDestroy(): Promise<void> {
    this.#timer?.cancel();
    await this.#beating;
  }

  async #beat(): Promise<void> {
    try {
      const { processMode: mode } = this.config;
      await this.processes.beat({ id: this.#id, mode, host: hostname(), pid: process.pid, version: PRODUCT_VERSION });
    } catch (error) {
      this.#logger.warn(`The heartbeat of this process could not be written: ${(error as Error).message}`);
    }
  }
}

import { Injectable } from '@nestjs/common';
import { DataConfig } from '#config/data';
import { SearchConfig } from '#config/search';
import { longestWaitMs, ServerConfig } from '#config/server';
import { Turns } from '#ground/kernel';

/** The user who searches. */
export interface Searcher {
  organizationId: string;
  userId: string;
}

/** Lets a few searches run at a time, whatever the back end: of an organization, of a user, and in all. */
@Injectable()
export class SearchTurns {
  readonly #turns: Turns;
  readonly #ofOrganization: number;

  constructor(
    private readonly config: SearchConfig,
    data: DataConfig,
    server: ServerConfig,
  ) {
    const running = Math.floor(data.poolSize / 2);
    this.#turns = new Turns({ running, waiting: config.queue, waitMs: longestWaitMs(server) });
    // With a small pool too, one organization leaves a connection to the others.
    this.#ofOrganization = Math.min(config.runningPerOrganization, running - 1);
  }

  take<Result>(
    { organizationId, userId }: Searcher,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const waiting = this.config.queuePerOrganization;
    const shares = [
      { key: organizationId, running: this.#ofOrganization, waiting },
      { key: userId, running: this.config.runningPerUser, waiting },
    ];
    return this.#turns.take(work, { shares, signal });
  }
}

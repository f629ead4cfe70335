// eslint-disable-next-line no-restricted-syntax -- the external search engine takes its time in real time
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SearchChangesRepository } from './search-changes.repository.js';
import { SearchEngine } from './search-engine.js';

const LONGEST_WAIT_MS = 1_000;
const FIRST_PAUSE_MS = 20;

/** Lets a search find what its organization has changed before, when the external search engine allows that. */
@Injectable()
export class AwaitChanges {
  constructor(
    private readonly engine: SearchEngine,
    private readonly changes: SearchChangesRepository,
  ) {}

  /** Waits for the changes that are pending now, for a second at most. */
  async of(organizationId: string, signal?: AbortSignal): Promise<void> {
    if (!this.engine.readsOwnWrites) return;
    const newest = await this.changes.newestOf(organizationId);
    if (newest === undefined) return;
    const end = performance.now() + LONGEST_WAIT_MS;
    // Doubled each time: with a backlog, every search waits to the end.
    for (let pause = FIRST_PAUSE_MS; performance.now() < end; pause *= 2) {
      await delay(Math.min(pause, end - performance.now()), undefined, { signal });
      if (!(await this.changes.isWaiting(organizationId, newest))) return;
    }
  }
}

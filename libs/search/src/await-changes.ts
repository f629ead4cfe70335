import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SearchChangesRepository } from './search-changes.repository.js';
import { SearchEngine } from './search-engine.js';

const LONGEST_WAIT_MS = 1_000;
const POLL_MS = 20;

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
    for (const end = performance.now() + LONGEST_WAIT_MS; performance.now() < end;) {
      await delay(POLL_MS, undefined, { signal });
      if (!(await this.changes.isWaiting(organizationId, newest))) return;
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '#ground/kernel';
import { SearchIndexStatus, type SearchIndexReport } from './search-index-status.js';
import { SearchIndexWork } from './search-index-work.js';

const LOOK_AGAIN_MS = 1_000;

/** Writes the active documents of all organizations into the search index again. Safe at any time. */
@Injectable()
export class ReindexDocuments {
  constructor(
    private readonly status: SearchIndexStatus,
    private readonly work: SearchIndexWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the number of documents. A server that runs may do the work instead of this process; when this one ends
   * earlier, the next server continues.
   */
  async execute(signal: AbortSignal, onProgress?: (report: SearchIndexReport) => void): Promise<number> {
    signal.throwIfAborted();
    await this.status.requestRebuild('it was requested');
    const report = async () => onProgress?.(await this.status.read());
    const timer = this.clock.every(LOOK_AGAIN_MS, () => void report().catch(() => undefined));
    try {
      for (;;) {
        await this.work.run(signal, { throwsFailures: true });
        signal.throwIfAborted();
        const { rebuildReason, rebuildDone } = await this.status.read();
        if (rebuildReason === null) return rebuildDone;
        // Another process is at work, or has not noticed yet that the index is filled.
        await this.clock.sleep(LOOK_AGAIN_MS, { signal });
      }
    } finally {
      timer.cancel();
    }
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { ExtractionProgress } from '#archive/documents';
import { Clock, type OrganizationScope } from '#ground/kernel';

const EVERY_MS = 1_500;

/** Writes the progress that extractors report, at most every one and a half seconds for each document. */
@Injectable()
export class ProgressReports {
  readonly #logger = new Logger('Extraction');

  constructor(
    private readonly progress: ExtractionProgress,
    private readonly clock: Clock,
  ) {}

  /** `report` never throws; `end` waits for a report that is being written. */
  of(
    scope: OrganizationScope,
    documentId: string,
    step: string,
  ): { report: (done: number, total: number | undefined) => void; end: () => Promise<void> } {
    let reportedAt = -Infinity;
    let writing: Promise<void> | undefined;
    const write = async (done: number, total: number | null): Promise<void> => {
      try {
        await this.progress.report(scope, { documentId, step, done, total });
      } catch (error) {
        this.#logger.warn(`The progress of ${documentId} could not be saved: ${(error as Error).message}`);
      } finally {
        writing = undefined;
      }
    };
    return {
      report: (done, total) => {
        const now = this.clock.monotonic();
        if (writing !== undefined || now - reportedAt < EVERY_MS) return;
        reportedAt = now;
        writing = write(countOf(done), total === undefined ? null : countOf(total));
      },
      end: async () => {
        reportedAt = Infinity;
        await writing;
      },
    };
  }
}

/** Remote plugins may report anything; the database has integers. */
function countOf(value: number): number {
  return Math.max(0, Math.min(2_000_000_000, Math.floor(value) || 0));
}

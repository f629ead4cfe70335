import { Injectable } from '@nestjs/common';
import { DocumentsService } from '#archive/documents';
import { AppError, type OrganizationContext } from '#ground/kernel';
import { DocumentViewRepository } from './document-view.repository.js';

/** Searches at a time: one user may run three (SEARCH_RUNNING_PER_USER), and one place stays for the search box. */
const CONCURRENT = 2;

export interface CountLimits {
  /** For the search of one view, waiting for its turn included. */
  perViewMs: number;
  /** For all of them: the others have no count. */
  totalMs: number;
}

const LIMITS: CountLimits = { perViewMs: 2_000, totalMs: 8_000 };

/** Counts the documents that saved views find. */
@Injectable()
export class CountDocumentsOfViews {
  constructor(
    private readonly views: DocumentViewRepository,
    private readonly documents: DocumentsService,
  ) {}

  /**
   * The number of active documents by view; null when it could not be counted in time. Equal queries are counted once.
   * Views at the top come first, pinned ones before the others.
   */
  async execute(
    ctx: OrganizationContext,
    signal: AbortSignal,
    { perViewMs, totalMs } = LIMITS,
  ): Promise<Map<string, number | null>> {
    const views = await this.views.list(ctx);
    const byUrgency = views.toSorted(
      (a, b) => urgency(a) - urgency(b) || a.position - b.position || (a.id < b.id ? -1 : 1),
    );
    const counts = new Map<string, number>();
    const waiting = new Set(byUrgency.map(({ query }) => query.trim())).values();
    const end = AbortSignal.any([signal, AbortSignal.timeout(totalMs)]);
    const worker = async (): Promise<void> => {
      for (const query of waiting) {
        if (end.aborted) break;
        const count = await this.#count(ctx, query, AbortSignal.any([end, AbortSignal.timeout(perViewMs)]));
        if (count !== null) counts.set(query, count);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, worker));
    signal.throwIfAborted();
    return new Map(views.map(({ id, query }) => [id, counts.get(query.trim()) ?? null]));
  }

  async #count(ctx: OrganizationContext, query: string, limit: AbortSignal): Promise<number | null> {
    try {
      return await this.documents.count(ctx, query, limit);
    } catch (error) {
      const isBusy = error instanceof AppError && ['rate_limited', 'timeout', 'unavailable'].includes(error.category);
      if (limit.aborted || isBusy) return null;
      throw error;
    }
  }
}

const urgency = ({ isPinned, parentId }: { isPinned: boolean; parentId: string | null }): number =>
  (parentId === null ? 0 : 2) + (isPinned ? 0 : 1);

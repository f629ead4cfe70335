import { Injectable } from '@nestjs/common';
import { foldWords } from '@archivolt/plugin-kit';
import { DocumentsService } from '#archive/documents';
import { AppError, Clock, type OrganizationContext } from '#ground/kernel';
import { TagRepository } from '#archive/tags';
import { completeNames } from './complete-names.js';
import { completionPoint, type CompletionPoint } from './completion-point.js';
import { filterInsertion, valueInsertion } from './insertions.js';
import { QueryNames } from './query-names.js';
import type { Completion, Suggestion } from './suggestion.js';

const MOST_DOCUMENTS = 4;
/** Letters of a word before documents are searched by it: shorter ones are in the names of very many. */
const SHORTEST_SEARCHED = 3;
/** Documents of one tag that are counted for a suggestion. */
const MOST_COUNTED = 1_000;

/** Completes a query while it is being typed. */
@Injectable()
export class SearchSuggestions {
  constructor(
    private readonly names: QueryNames,
    private readonly documents: DocumentsService,
    private readonly tags: TagRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns what can stand at the caret, a UTF-16 offset; by default at the end. */
  async at(
    ctx: OrganizationContext,
    { query, caret = query.length }: { query: string; caret?: number | undefined },
    signal: AbortSignal,
  ): Promise<Suggestion[]> {
    const point = completionPoint(query, Math.min(caret, query.length));
    const [names, documents] = await Promise.all([
      this.names.thatComplete(ctx, point.field),
      this.#documents(ctx, point, signal),
    ]);
    const completions = [...completeNames(point, names, this.clock.now()), ...documents];
    const tagIds = completions.flatMap(({ tagId }) => tagId ?? []);
    const counts =
      tagIds.length === 0 ? new Map<string, number | null>() : await this.tags.countsUpTo(ctx, tagIds, MOST_COUNTED);
    const { from, to } = point;
    return completions.map(({ tagId, kind, label, insert }) => ({
      ...{ kind, label, insert, from, to },
      count: tagId === undefined ? null : (counts.get(tagId) ?? null),
    }));
  }

  /**
   * The newest documents with a word of the name that starts with what is being typed; after `similar:`, their ids are
   * what is written.
   */
  async #documents(ctx: OrganizationContext, point: CompletionPoint, signal: AbortSignal): Promise<Completion[]> {
    const { field, typed } = point;
    const isNamed = field === undefined || field === 'name' || field === 'similar';
    if (!isNamed || foldWords(typed).join('').length < SHORTEST_SEARCHED) return [];
    try {
      const searchQuery = filterInsertion('name', typed);
      const documents = await this.documents.peek(ctx, { searchQuery, limit: MOST_DOCUMENTS }, signal);
      return documents.map(({ id, name }) => ({
        kind: 'document',
        label: name,
        insert:
          field === undefined ? filterInsertion('name', name) : valueInsertion(point, field === 'similar' ? id : name),
      }));
    } catch (error) {
      // When the search is busy, the names of the organization are still useful.
      if (error instanceof AppError && ['rate_limited', 'unavailable'].includes(error.category)) return [];
      throw error;
    }
  }
}

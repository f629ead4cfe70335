import { Injectable } from '@nestjs/common';
import type { SearchGroups } from '@archivolt/plugin-kit';
import { PropertyValues } from '#archive/properties';
import { DocumentRepository, DocumentsService } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { TagRepository } from '#archive/tags';

const MOST_GROUPS = 20;

/** Counts per group. */
class Counts<Group> {
  readonly #counts = new Map<Group, number>();

  add(group: Group, count: number): void {
    this.#counts.set(group, (this.#counts.get(group) ?? 0) + count);
  }

  /** The groups with the most members, and of equal ones the lowest. */
  top(): [Group, number][] {
    const counts = [...this.#counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return counts.slice(0, MOST_GROUPS);
  }
}

/** Counts the matches of a query by group for search engines that do not count: each match is looked up. */
@Injectable()
export class CountMatches {
  constructor(
    private readonly documents: DocumentsService,
    private readonly repository: DocumentRepository,
    private readonly tags: TagRepository,
    private readonly values: PropertyValues,
  ) {}

  async count(ctx: OrganizationContext, searchQuery: string, signal: AbortSignal): Promise<SearchGroups> {
    const tags = new Counts<string>();
    const mimeTypes = new Counts<string>();
    const years = new Counts<number>();
    const options = new Map<string, Counts<string>>();
    const booleans = new Map<string, Counts<boolean>>();
    let undated = 0;
    for await (const ids of this.documents.matchingIds(ctx, searchQuery)) {
      signal.throwIfAborted();
      const [kinds, ofTags, ofProperties] = await Promise.all([
        this.repository.countsIn(ctx, ids),
        this.tags.countsIn(ctx, ids),
        this.values.countsIn(ctx, ids),
      ]);
      for (const { tagId, count } of ofTags) tags.add(tagId, count);
      for (const { mimeType, year, count } of kinds) {
        mimeTypes.add(mimeType, count);
        if (year === null) undated += count;
        else years.add(year, count);
      }
      for (const { propertyId, optionId, boolean, count } of ofProperties) {
        if (optionId !== null) countsOf(options, propertyId).add(optionId, count);
        if (boolean !== null) countsOf(booleans, propertyId).add(boolean, count);
      }
    }
    const properties = [...new Set([...options.keys(), ...booleans.keys()])]
      .sort()
      .flatMap((propertyId) => [
        ...(options.get(propertyId)?.top() ?? []).map(([optionId, count]) => ({ propertyId, optionId, count })),
        ...(booleans.get(propertyId)?.top() ?? []).map(([boolean, count]) => ({ propertyId, boolean, count })),
      ]);
    return {
      tags: tags.top().map(([tagId, count]) => ({ tagId, count })),
      mimeTypes: mimeTypes.top().map(([mimeType, count]) => ({ mimeType, count })),
      years: [
        ...years.top().map(([year, count]) => ({ year, count })),
        ...(undated > 0 ? [{ year: null, count: undated }] : []),
      ],
      properties,
    };
  }
}

function countsOf<Group>(all: Map<string, Counts<Group>>, propertyId: string): Counts<Group> {
  const counts = all.get(propertyId) ?? new Counts<Group>();
  all.set(propertyId, counts);
  return counts;
}

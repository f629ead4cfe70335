import type { DocumentChange } from '#archive/batches';
import type { PropertyDifference, TagPairs } from '#archive/metadata';
import type { RuleDifference } from './rule-change.js';

/** Collects what was changed, document by document. */
export class DifferencesByDocument {
  readonly #differences = new Map<string, RuleDifference>();

  of(documentId: string): RuleDifference {
    const known = this.#differences.get(documentId) ?? { tags: { added: [], removed: [] }, properties: [] };
    this.#differences.set(documentId, known);
    return known;
  }

  addTags({ added, removed }: TagPairs): void {
    for (const { documentId, tagId } of added) this.of(documentId).tags.added.push(tagId);
    for (const { documentId, tagId } of removed) this.of(documentId).tags.removed.push(tagId);
  }

  addProperties(differences: readonly PropertyDifference[]): void {
    for (const { documentId, ...difference } of differences) this.of(documentId).properties.push(difference);
  }

  all(): DocumentChange<RuleDifference>[] {
    return Array.from(this.#differences, ([documentId, difference]) => ({ documentId, difference }));
  }

  sizeOf(documentId: string): number {
    const difference = this.#differences.get(documentId);
    return difference ? sizeOf(difference) : 0;
  }
}

/** Returns the part of a difference that another one has not undone. */
export function leftOf(difference: RuleDifference, undone: RuleDifference | undefined): RuleDifference {
  if (!undone) return difference;
  const { tags, properties, documentDate, name } = difference;
  const restored = new Set(undone.properties.map(({ propertyId }) => propertyId));
  return {
    tags: {
      added: tags.added.filter((tagId) => !undone.tags.removed.includes(tagId)),
      removed: tags.removed.filter((tagId) => !undone.tags.added.includes(tagId)),
    },
    properties: properties.filter(({ propertyId }) => !restored.has(propertyId)),
    ...(documentDate && !undone.documentDate && { documentDate }),
    ...(name && !undone.name && { name }),
  };
}

/** Counts the single changes of a difference. */
export function sizeOf({ tags, properties, documentDate, name }: RuleDifference): number {
  return tags.added.length + tags.removed.length + properties.length + (documentDate ? 1 : 0) + (name ? 1 : 0);
}

import { foldedNeedle, foldedText, indexedWords, sortKey } from '../../src/search/words.js';
import type { SearchRequest, SearchSort, SearchTree } from '../../src/search/search-backend.js';
import { satisfies } from './evaluate-property.js';
import type { SeededDocument } from './seeded-document.js';

/** The expected result of a search, computed by evaluating every document. */
export function evaluateSearch(
  documents: readonly SeededDocument[],
  request: SearchRequest,
  sort: SearchSort,
): string[] {
  return matchesOf(documents, request)
    .sort(inOrder(sort))
    .map((document) => document.id);
}

/** The documents that match, in the given order. */
export function matchesOf(documents: readonly SeededDocument[], request: SearchRequest): SeededDocument[] {
  return documents
    .filter((document) => document.organizationId === request.organizationId && !document.trashed)
    .filter((document) => matches(document, request.tree));
}

function matches(document: SeededDocument, tree: SearchTree): boolean {
  switch (tree.kind) {
    case 'all':
      return true;
    case 'nothing':
      return false;
    case 'and':
      return tree.children.every((child) => matches(document, child));
    case 'or':
      return tree.children.some((child) => matches(document, child));
    case 'not':
      return !matches(document, tree.child);
    case 'text':
      return tree.words.length > 0 && tree.fields.some((field) => contains(document[field], tree.words));
    case 'tag':
      return tree.tagIds.some((tagId) => document.tagIds.includes(tagId));
    case 'date': {
      const date = document[tree.field];
      if (date === null || (tree.from !== undefined && date < tree.from)) return false;
      return tree.before === undefined || date < tree.before;
    }
    case 'has':
      return tree.what === 'tags' ? document.tagIds.length > 0 : document.documentDate !== null;
    case 'mimeType':
      return tree.mimeTypes.some((type) =>
        type.endsWith('/') ? document.mimeType.startsWith(type) : document.mimeType === type,
      );
    case 'property':
      return document.properties.some(
        (value) => value.propertyId === tree.propertyId && satisfies(value, tree.condition),
      );
    case 'hasProperty':
      return document.properties.some(({ propertyId }) => propertyId === tree.propertyId);
  }
}

function contains(text: string, words: string[]): boolean {
  return foldedText(indexedWords(text)).includes(foldedNeedle(words));
}

type Order = (a: SeededDocument, b: SeededDocument) => number;

function inOrder({ field, order }: SearchSort): Order {
  const orders: Order[] = [];
  if (field === 'name')
    orders.push((a, b) => Buffer.compare(Buffer.from(sortKey(a.name)), Buffer.from(sortKey(b.name))));
  else orders.push((a, b) => timeOf(a[field]) - timeOf(b[field]));
  orders.push((a, b) => timeOf(a.createdAt) - timeOf(b.createdAt));
  orders.push((a, b) => (a.id < b.id ? -1 : 1));
  const direction = order === 'asc' ? 1 : -1;
  return (a, b) => direction * (orders.map((compare) => compare(a, b)).find((result) => result !== 0) ?? 0);
}

/** A missing date sorts before every other in ascending order. */
function timeOf(date: Date | null): number {
  return date?.getTime() ?? -8.64e15;
}

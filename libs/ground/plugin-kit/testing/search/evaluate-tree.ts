import { isSearchableEnding } from '../../src/search/endings.js';
import { languageOf } from '../../src/search/language.js';
import { foldedNeedle, foldedWords, sortKey } from '../../src/search/words.js';
import type { SearchRequest, SearchSort, SearchTree } from '../../src/search/search-backend.js';
import { satisfies } from './evaluate-property.js';
import { foldedField } from './folded-documents.js';
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
    .filter((document) => matchesDocument(document, request.tree));
}

/** Whether a document satisfies the tree, whatever organization it is of. */
export function matchesDocument(document: SeededDocument, tree: SearchTree): boolean {
  switch (tree.kind) {
    case 'all':
      return true;
    case 'nothing':
      return false;
    case 'and':
      return tree.children.every((child) => matchesDocument(document, child));
    case 'or':
      return tree.children.some((child) => matchesDocument(document, child));
    case 'not':
      return !matchesDocument(document, tree.child);
    case 'text':
      return (
        tree.words.length > 0 &&
        tree.fields.some((field) => foldedField(document, field).includes(foldedNeedle(tree.words)))
      );
    case 'ending':
      return (
        isSearchableEnding(tree.ending) &&
        tree.fields.some((field) => `${foldedField(document, field)} `.includes(`${tree.ending} `))
      );
    case 'tag':
      return tree.tagIds.some((tagId) => document.tagIds.includes(tagId));
    case 'date': {
      const date = document[tree.field];
      if (date === null || (tree.from !== undefined && date < tree.from)) return false;
      return tree.before === undefined || date < tree.before;
    }
    case 'has':
      return has(document, tree.what);
    case 'number': {
      const number = document[tree.field];
      if (number === null || (tree.from !== undefined && number < tree.from)) return false;
      return tree.before === undefined || number < tree.before;
    }
    case 'language':
      return tree.languages.includes(languageOf(foldedWords(document.content)));
    case 'source':
      return tree.sources.includes(document.source);
    case 'owner':
      return document.ownerId !== null && tree.userIds.includes(document.ownerId);
    case 'inbox':
      return document.isInInbox;
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
    case 'document':
      return tree.documentIds.includes(document.id);
  }
}

function has(document: SeededDocument, what: 'documentDate' | 'notes' | 'tags'): boolean {
  if (what === 'tags') return document.tagIds.length > 0;
  return what === 'notes' ? document.notes !== '' : document.documentDate !== null;
}

type Order = (a: SeededDocument, b: SeededDocument) => number;

export function inOrder({ field, order }: SearchSort): Order {
  const orders: Order[] = [];
  if (field === 'name')
    orders.push((a, b) => Buffer.compare(Buffer.from(sortKey(a.name)), Buffer.from(sortKey(b.name))));
  else if (field === 'size') orders.push((a, b) => a.size - b.size);
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

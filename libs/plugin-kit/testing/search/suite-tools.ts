import { foldWords } from '../../src/search/words.js';
import type { Sql } from '../../src/host-services.js';
import type { SearchBackend, SearchSort, SearchTree } from '../../src/search/search-backend.js';
import type { DocumentFacts, SeededDocument } from './seeded-document.js';

/** A search backend with what a suite needs to fill and empty it. */
export interface SearchBackendUnderTest {
  backend: SearchBackend;
  sql: Sql;
  /**
   * Writes the rows of the core (document, tags, trash) and then calls the backend: `index` for active documents,
   * `remove` for trashed ones. A known id is replaced. The documents must be findable afterwards.
   */
  seed(documents: readonly SeededDocument[]): Promise<void>;
  /** Removes all documents from the core and from the backend. */
  clean(): Promise<void>;
}

/** The functions that the cases use. */
export interface SuiteTools {
  check(title: string, work: () => Promise<void>): void;
  /** Replaces all documents by these. */
  given(...facts: DocumentFacts[]): Promise<SeededDocument[]>;
  /** Returns the ids that match, after checking that the count agrees. */
  found(tree: SearchTree, sort?: SearchSort, organizationId?: string): Promise<string[]>;
  context(): SearchBackendUnderTest;
}

export const CREATED: SearchSort = { field: 'createdAt', order: 'asc' };
export const TAG = 'tag_000000000000000000000001';
export const OTHER_TAG = 'tag_000000000000000000000002';
export const text = (words: string, ...fields: ('content' | 'name')[]): SearchTree => ({
  kind: 'text',
  words: foldWords(words),
  fields: fields.length === 0 ? ['name', 'content'] : fields,
});
export const not = (child: SearchTree): SearchTree => ({ kind: 'not', child });
export const and = (...children: SearchTree[]): SearchTree => ({ kind: 'and', children });
export const or = (...children: SearchTree[]): SearchTree => ({ kind: 'or', children });
export const ALL: SearchTree = { kind: 'all' };

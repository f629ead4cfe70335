import { foldWords } from '../../src/search/words.js';
import type { Sql } from '../../src/host-services.js';
import type {
  ExternalSearchBackend,
  SearchField,
  SearchQueries,
  SearchSort,
  SearchTree,
  TransactionalSearchBackend,
} from '../../src/search/search-backend.js';
import type { DocumentFacts, SeededDocument } from './seeded-document.js';

interface Filled<Backend extends SearchQueries> {
  backend: Backend;
  /** Does what the core does after a change of these documents. They must be findable afterwards. */
  seed(documents: readonly SeededDocument[]): Promise<void>;
  /** Removes all documents. */
  clean(): Promise<void>;
}

/**
 * A backend in PostgreSQL: `seed` writes the rows of the core (document, tags, trash), and in the same transaction calls
 * `index` for active documents and `remove` for trashed ones.
 */
export interface TransactionalBackendUnderTest extends Filled<TransactionalSearchBackend> {
  transactional: true;
  sql: Sql;
}

/** An external backend: `seed` calls `index` with active documents, each with a new version, and `remove` with trashed ones. */
export interface ExternalBackendUnderTest extends Filled<ExternalSearchBackend> {
  transactional: false;
}

/** A search backend with what a suite needs to fill and empty it. */
export type SearchBackendUnderTest = ExternalBackendUnderTest | TransactionalBackendUnderTest;

/** The functions that the cases use. */
export interface SuiteTools {
  /** Without `only`, the case applies to every backend. */
  check(title: string, work: () => Promise<void>, only?: 'external' | 'transactional'): void;
  /** Replaces all documents by these. */
  given(...facts: DocumentFacts[]): Promise<SeededDocument[]>;
  /** Returns the ids that match, after checking that the count agrees. */
  found(tree: SearchTree, sort?: SearchSort, organizationId?: string): Promise<string[]>;
  context(): SearchBackendUnderTest;
  /** Whether the plugin declares that it answers `ending` leaves. */
  findsEndings: boolean;
  /** Whether the plugin declares that it finds similar documents. */
  findsSimilar: boolean;
  /** For cases about backends in PostgreSQL only. */
  transactional(): TransactionalBackendUnderTest;
  /** For cases about external backends only. */
  external(): ExternalBackendUnderTest;
}

export const CREATED: SearchSort = { field: 'createdAt', order: 'asc' };
export const TAG = 'tag_000000000000000000000001';
export const OTHER_TAG = 'tag_000000000000000000000002';
export const text = (words: string, ...fields: SearchField[]): SearchTree => ({
  kind: 'text',
  words: foldWords(words),
  fields: fields.length === 0 ? ['name', 'content', 'notes'] : fields,
});
export const not = (child: SearchTree): SearchTree => ({ kind: 'not', child });
export const and = (...children: SearchTree[]): SearchTree => ({ kind: 'and', children });
export const or = (...children: SearchTree[]): SearchTree => ({ kind: 'or', children });
export const ALL: SearchTree = { kind: 'all' };

import type { HostServices, Sql } from '../host-services.js';
import type { PluginLifecycle } from '../lifecycle.js';
import type { PreparedText } from './text-preparation.js';

/**
 * A query, parsed and resolved by the core. The backend never receives the typed text. The tree contains neither
 * organization nor trash: a backend returns only active documents of `organizationId`.
 */
export type SearchTree =
  | { kind: 'all' }
  | { kind: 'nothing' }
  | { kind: 'and'; children: SearchTree[] }
  | { kind: 'or'; children: SearchTree[] }
  /** Exact complement within the active documents of the organization. */
  | { kind: 'not'; child: SearchTree }
  /**
   * Consecutive words in one of the fields, the last one as a prefix. Words are folded by `foldWords`. One word: any
   * word of a field that starts with it. In scripts written without spaces the first word may start inside a run.
   * Precisely: the `foldedText` of the field contains the `foldedNeedle`. No words match nothing.
   */
  | { kind: 'text'; words: string[]; fields: ('content' | 'name')[] }
  /** Has at least one of these tags; an empty list matches nothing. */
  | { kind: 'tag'; tagIds: string[] }
  /** `from <= value < before`; a missing bound is open. A document without the date never matches. */
  | { kind: 'date'; field: 'createdAt' | 'documentDate'; from?: Date; before?: Date }
  | { kind: 'has'; what: 'documentDate' | 'tags' };

/** The order of results. */
export interface SearchSort {
  field: 'createdAt' | 'documentDate' | 'name' | 'updatedAt';
  /**
   * Ties are ordered by createdAt, then id, in the same direction. `name` compares by `sortKey`. A missing
   * documentDate sorts first in ascending and last in descending order.
   */
  order: 'asc' | 'desc';
}

/** The documents to search for. */
export interface SearchRequest {
  organizationId: string;
  tree: SearchTree;
}

/** The result of one search. */
export interface SearchPage {
  /** Ids of the page, in order. */
  ids: string[];
  /** The exact number of all matching documents, not only those of the page. */
  count: number;
}

/** An active document that the core passes to the index. */
export interface SearchDocument {
  id: string;
  /** Grows with creation time; unique across all organizations. */
  sequence: string;
  organizationId: string;
  name: string;
  content: string;
  /**
   * The result of the module `SearchDeclaration.prepare` for `content`. Missing when the plugin names no such module
   * and for short contents: then `index` prepares the content itself.
   */
  preparedContent?: PreparedText;
}

/** A document of which only the name has changed. */
export type RenamedDocument = Omit<SearchDocument, 'content' | 'preparedContent'>;

/** How the core must call a backend. */
export interface SearchCapabilities {
  /**
   * True: `index` and `remove` write through the given `sql`, in the transaction of the change itself, and a document
   * is findable at commit. False: the core calls them from a job afterwards, at least once and in any order.
   */
  transactional: boolean;
}

/**
 * A search index. A backend in PostgreSQL may read (never write) these tables of the core: `document(id, sequence,
 * organization_id, name_sort_key, created_at, updated_at, document_date, deleted_at)` and `document_tag(document_id,
 * tag_id)`.
 */
export interface SearchBackend extends PluginLifecycle {
  readonly capabilities: SearchCapabilities;
  /** Adds or replaces documents. Idempotent. */
  index(documents: readonly SearchDocument[], sql: Sql): Promise<void>;
  /**
   * Replaces the indexed name of a document without its content. Returns false when the document is not in the index:
   * then the core calls `index`, as it does when a backend has no `rename`.
   */
  rename?(document: RenamedDocument, sql: Sql): Promise<boolean>;
  /** Removes trashed or purged documents from the index. Unknown ids are not an error. */
  remove(documentIds: readonly string[], sql: Sql): Promise<void>;
  /** Returns one page and the exact count. Must stop when `signal` aborts. */
  search(
    request: SearchRequest & { sort: SearchSort; pageIndex: number; pageSize: number },
    signal?: AbortSignal,
  ): Promise<SearchPage>;
  /** Yields the ids of all matches in chunks, in the order of creation, for operations on all of them. */
  matchIds(request: SearchRequest): AsyncIterable<string[]>;
  /** Called every few minutes by one process, to flush, merge or vacuum. */
  maintain?(): Promise<void>;
}

/** What a plugin declares under `provides.search`. The setting `SEARCH_PLUGIN` chooses one. */
export interface SearchDeclaration<Config extends object = object> {
  /**
   * Module whose default export is created with `defineTextPreparation`: `new URL('./prepare.js', import.meta.url)`.
   * The host runs it in threads, before the transaction of the change, for contents that would block the event loop
   * for long.
   */
  prepare?: URL;
  create(host: HostServices<Config>): SearchBackend | Promise<SearchBackend>;
}

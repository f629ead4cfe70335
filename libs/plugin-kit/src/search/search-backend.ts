import type { HostServices, Sql } from '../host-services.js';
import type { PreparedText } from './text-preparation.js';

/**
 * A query, parsed and resolved by the core. The backend never sees the text that was typed.
 * Organization and trash are not in the tree: a backend answers only with active documents of `organizationId`.
 */
export type SearchTree =
  | { kind: 'all' }
  | { kind: 'nothing' }
  | { kind: 'and'; children: SearchTree[] }
  | { kind: 'or'; children: SearchTree[] }
  /** Exact complement within the active documents of the organization. */
  | { kind: 'not'; child: SearchTree }
  /**
   * The words one after the other in one of the fields, the last one as a prefix. Words are folded by `foldWords`.
   * One word: any word of a field that starts with it. In scripts written without spaces the first word may start
   * inside a run. Exactly: the `foldedText` of the field contains the `foldedNeedle`. No words match nothing.
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
   * Ties go by createdAt, then id, in the same direction. `name` compares by `sortKey`. A missing documentDate comes
   * first ascending, last descending.
   */
  order: 'asc' | 'desc';
}

/** Which documents are looked for. */
export interface SearchRequest {
  organizationId: string;
  tree: SearchTree;
}

/** The answer to one search. */
export interface SearchPage {
  /** Ids of the page, in order. */
  ids: string[];
  /** All documents that match, not only those of the page; exact. */
  count: number;
}

/** What the core hands over for indexing: an active document. */
export interface SearchDocument {
  id: string;
  /** Grows with creation time; unique over all organizations. */
  sequence: string;
  organizationId: string;
  name: string;
  content: string;
  /**
   * What the module of `SearchDeclaration.prepare` made of `content`. It is missing when the plugin names no such module
   * and for short contents: then `index` prepares the content itself.
   */
  preparedContent?: PreparedText;
}

/** A document whose name has changed, and nothing else that is indexed. */
export type RenamedDocument = Omit<SearchDocument, 'content' | 'preparedContent'>;

/** How the core must treat a backend. */
export interface SearchCapabilities {
  /**
   * True: `index` and `remove` write through the given `sql`, in the transaction of the change itself, and a document
   * is findable at commit. False: the core calls them from a job afterwards, at least once and in any order.
   */
  transactional: boolean;
}

/**
 * A search index. Tables of the core that a backend in PostgreSQL may read (never write):
 * `document(id, sequence, organization_id, name_sort_key, created_at, updated_at, document_date, deleted_at)` and
 * `document_tag(document_id, tag_id)`.
 */
export interface SearchBackend {
  readonly capabilities: SearchCapabilities;
  /** Adds or replaces documents. Idempotent. */
  index(documents: readonly SearchDocument[], sql: Sql): Promise<void>;
  /**
   * Makes a document findable by its new name and no longer by the old one, without its content. False: it is not in the
   * index. The core calls `index` then, and where there is no `rename`.
   */
  rename?(document: RenamedDocument, sql: Sql): Promise<boolean>;
  /** Forgets documents (trashed or purged). Unknown ids are no error. */
  remove(documentIds: readonly string[], sql: Sql): Promise<void>;
  /** One page and the exact count. Must give up when `signal` aborts. */
  search(
    request: SearchRequest & { sort: SearchSort; pageIndex: number; pageSize: number },
    signal?: AbortSignal,
  ): Promise<SearchPage>;
  /** Ids of all matches in chunks, in the order of creation, for work over all of them. */
  matchIds(request: SearchRequest): AsyncIterable<string[]>;
  /** Called every few minutes by one process: flush, merge, vacuum. */
  maintain?(): Promise<void>;
}

/** One step of the schema of a backend that keeps its index in PostgreSQL. */
export interface SearchMigration {
  /** Unique and sortable: `0001-search-document`. Applied once, in order, each in a transaction. */
  name: string;
  /** SQL statements. Tables must start with `search_`. */
  up: string;
}

/** What a plugin declares under `provides.search`. An installation has exactly one search plugin. */
export interface SearchDeclaration<Config extends object = object> {
  migrations?: readonly SearchMigration[];
  /**
   * Module whose default export is made with `defineTextPreparation`: `new URL('./prepare.js', import.meta.url)`. The
   * host runs it in threads, before the transaction of the change, for contents that would stop the server for long.
   */
  prepare?: URL;
  create(host: HostServices<Config>): SearchBackend | Promise<SearchBackend>;
}

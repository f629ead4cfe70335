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
  | { kind: 'text'; words: string[]; fields: SearchField[] }
  /**
   * A word of one of the fields that ends with these letters or digits, or is them. Precisely: the `foldedText` of the field,
   * with a space added, contains `ending` followed by a space. Only for a plugin that declares `findsEndings`; an ending
   * that `isSearchableEnding` refuses matches nothing.
   */
  | { kind: 'ending'; ending: string; fields: SearchField[] }
  /** Has at least one of these tags; an empty list matches nothing. */
  | { kind: 'tag'; tagIds: string[] }
  /** `from <= value < before`; a missing bound is open. A document without the date never matches. */
  | { kind: 'date'; field: 'createdAt' | 'documentDate'; from?: Date; before?: Date }
  /** Notes that are empty are none. */
  | { kind: 'has'; what: 'documentDate' | 'notes' | 'tags' }
  /**
   * Bytes of the file, or its pages: `from <= value < before`; a missing bound is open, and whole numbers are compared. A
   * document whose pages are not known never matches.
   */
  | { kind: 'number'; field: 'pages' | 'size'; from?: number; before?: number }
  /** The `languageOf` the words of the content is one of these; an empty list matches nothing. So do the next two. */
  | { kind: 'language'; languages: string[] }
  /** How the document came in. */
  | { kind: 'source'; sources: string[] }
  /** The user who added it. */
  | { kind: 'owner'; userIds: string[] }
  /** Waits in the inbox until a person confirms it. */
  | { kind: 'inbox' }
  /**
   * The type of the file, as MIME type in lower case: one of these, or, for an entry that ends with a slash, any that
   * starts with it. An empty list matches nothing.
   */
  | { kind: 'mimeType'; mimeTypes: string[] }
  /** The value of a custom property. A document without a value of the property never matches. */
  | { kind: 'property'; propertyId: string; condition: PropertyCondition }
  /** Has a value of this custom property; `false`, 0 and an empty text are values. */
  | { kind: 'hasProperty'; propertyId: string }
  /**
   * Is one of these documents, at most `MOST_SIMILAR`; an empty list matches nothing. Only for a plugin that declares
   * `findsSimilar`: the core asks it for the documents like one, and then combines them with other conditions.
   */
  | { kind: 'document'; documentIds: string[] };

/** The texts of a document. */
export type SearchField = 'content' | 'name' | 'notes';

/** What the value of a custom property must be. */
export type PropertyCondition =
  /** The whole text, with regard to case and accents. */
  | { type: 'text'; equals: string }
  | { type: 'number'; operator: '<' | '<=' | '=' | '>' | '>='; value: number }
  /** `from <= value < before`; a missing bound is open. */
  | { type: 'date'; from?: Date; before?: Date }
  | { type: 'boolean'; equals: boolean }
  /** Has at least one of these options; an empty list matches nothing. So do the next two. */
  | { type: 'option'; optionIds: string[] }
  | { type: 'user'; userIds: string[] }
  | { type: 'document'; documentIds: string[] };

/** The value of one custom property of a document. */
export type PropertyValue = { propertyId: string } & (
  | { type: 'text'; text: string }
  | { type: 'number'; number: number }
  | { type: 'date'; date: Date }
  | { type: 'boolean'; boolean: boolean }
  /** One option, or several of a property that allows several. */
  | { type: 'option'; optionIds: string[] }
  | { type: 'user'; userIds: string[] }
  | { type: 'document'; documentIds: string[] }
);

/** The order of results. */
export interface SearchSort {
  /** `size` is that of the original file in bytes. */
  field: 'createdAt' | 'documentDate' | 'name' | 'size' | 'updatedAt';
  /**
   * Ties are ordered by createdAt, then id, in the same direction. `name` compares by `sortKey`. A missing
   * documentDate sorts first in ascending and last in descending order.
   */
  order: 'asc' | 'desc';
}

/** A form in which a {@link RankedTerm} is looked for. */
export type RankedForm = {
  /** How much a document with this form counts, from 1 to 16; the form as it was typed has 16. */
  weight: number;
} & (
  | {
      /** The words of a `text` leaf. */
      words: string[];
    }
  | {
      /** The letters or digits of an `ending` leaf. */
      ending: string;
    }
);

/** A word or phrase of a query, as far as the order by relevance goes by it. */
export interface RankedTerm {
  /** Of a document the form counts that gives the most. The first one is the form as it was typed. */
  forms: RankedForm[];
  fields: SearchField[];
  /** Documents that satisfy one of these count as having the word: those with a tag of this name, for instance. */
  labels: Extract<SearchTree, { kind: 'property' | 'tag' }>[];
}

/** The documents to search for. */
export interface SearchRequest {
  organizationId: string;
  tree: SearchTree;
  /** How long a search of this installation may take. */
  timeLimitMs?: number;
}

/** The result of one search. */
export interface SearchPage {
  /** Ids of the page, in order. */
  ids: string[];
  /** The exact number of all matching documents, not only those of the page. */
  count: number;
}

/**
 * How many of the matches are in each group; the counts are exact, and no count is 0. Each list has at most 20 groups,
 * those with the most matches first, and of groups with equally many the one with the lower id, type or year.
 */
export interface SearchGroups {
  tags: { tagId: string; count: number }[];
  /** MIME types in lower case. */
  mimeTypes: { mimeType: string; count: number }[];
  /** Years of the documentDate in UTC. At the end, in addition: `null` for the documents that have none. */
  years: { year: number | null; count: number }[];
  /**
   * Options and boolean values of custom properties; one of `optionId` and `boolean` is set. By ascending property id, and
   * of each property at most 20; `false` is lower than `true`.
   */
  properties: { propertyId: string; optionId?: string; boolean?: boolean; count: number }[];
}

/** The text of an active document, as the core passes it to a transactional backend. */
export interface SearchText {
  id: string;
  /** Grows with creation time; unique across all organizations. */
  sequence: string;
  organizationId: string;
  name: string;
  content: string;
  /** Empty when the document has no notes. */
  notes: string;
  /**
   * The result of the module `SearchDeclaration.prepare` for `content`. Missing when the plugin names no such module
   * and for short contents: then `index` prepares the content itself.
   */
  preparedContent?: PreparedText;
}

/** The texts of a document that are short: of all but its content. */
export type SearchShortTexts = Omit<SearchText, 'content' | 'preparedContent'>;

/** An active document with everything that a search can ask for, as the core passes it to an external backend. */
export interface SearchDocument extends SearchText {
  createdAt: Date;
  updatedAt: Date;
  documentDate: Date | null;
  /** In ascending order. */
  tagIds: string[];
  /** The type of the file in lower case. */
  mimeType: string;
  /** Bytes of the file. */
  size: number;
  /** The pages of the file that were read; null when it was not read page by page. */
  pages: number | null;
  /** How it came in: `upload`, `email`, `folder`, `file-request` or `plugin`. */
  source: string;
  /** The user who added it; null when no user did, and when the account is gone. */
  ownerId: string | null;
  /** Waits in the inbox until a person confirms it. */
  isInInbox: boolean;
  /** The custom properties that have a value, by ascending id. */
  properties: PropertyValue[];
  /** Grows with every delivery of this document: a backend that keeps it can ignore a delivery that arrives late. */
  version: string;
}

/** A document that an external backend must not find any more: it was trashed or purged. */
export type RemovedDocument = Pick<SearchDocument, 'id' | 'organizationId' | 'version'>;

/** A query with its page and order. */
export type SearchPageRequest = SearchRequest & { sort: SearchSort; pageIndex: number; pageSize: number };

/**
 * A page of the matches, those first that fit the terms best. An order by meaning would be asked for in the same way: what
 * it goes by, such as a vector of the query, next to `terms`, while `tree`, the organization and the trash alone decide
 * what is put in order.
 */
export type RelevancePageRequest = SearchRequest & {
  /** From the words that the tree asks for, in the order of the query. The tree alone decides what matches. */
  terms: RankedTerm[];
  pageIndex: number;
  pageSize: number;
};

/** A document whose like are searched for. */
export interface SimilarRequest {
  organizationId: string;
  documentId: string;
  /** How long a search of this installation may take. */
  timeLimitMs?: number;
}

/** A document that is like another one. */
export interface SimilarDocument {
  id: string;
  /** From 0 to 1, which is the same text and name. */
  score: number;
  /** Whether both have nearly the same text: another scan or version of the same document, not the next bill. */
  isNearDuplicate: boolean;
}

/** How every backend answers queries. */
export interface SearchQueries extends PluginLifecycle {
  /** Returns one page and the exact count. Must stop when `signal` aborts. */
  search(request: SearchPageRequest, signal?: AbortSignal): Promise<SearchPage>;
  /**
   * The same in the order that `rankedGroups` and `orderByTexts` define, for all backends alike; without terms, the
   * newest first. A backend does not need it: without this method the core orders by creation, and says so.
   */
  searchByRelevance?(request: RelevancePageRequest, signal?: AbortSignal): Promise<SearchPage>;
  /**
   * Returns the active documents of the organization that are like one of its active documents, without that one: at most
   * `MOST_SIMILAR`, the most similar first, and of equals the newest. None for a document that the index does not have, or
   * has in another organization. `occurringTerms`, `tellingTerms` and `Similarity` define the result, for all backends
   * alike. For a plugin that declares `findsSimilar`, which the others do without.
   */
  findSimilar?(request: SimilarRequest, signal?: AbortSignal): Promise<SimilarDocument[]>;
  /** Yields the ids of all matches in chunks, in the order of creation, for operations on all of them. */
  matchIds(request: SearchRequest): AsyncIterable<string[]>;
  /**
   * Counts the matches by tag, type, year and property. A backend does not need it: without this method the core counts
   * what `matchIds` yields.
   */
  countGroups?(request: SearchRequest, signal?: AbortSignal): Promise<SearchGroups>;
  /** Called every few minutes by one process, and before a rebuild inside the database ends, to flush, merge or vacuum. */
  maintain?(): Promise<void>;
}

/**
 * A backend in the PostgreSQL of the installation. It writes through the given `sql`, in the transaction of the change
 * itself, so a document is findable at commit. It is not called when only tags, dates or properties of a document change: it reads
 * them (and never writes) in the tables of the core `document(id, sequence, organization_id, name_sort_key, mime_type,
 * created_at, updated_at, document_date, deleted_at, notes, original_size, source, created_by, is_in_inbox)`,
 * `document_tag(document_id, tag_id)`, `document_page(document_id, page)`, whose pages count from 1 without gaps, and
 * `document_custom_property(document_id, property_id, text_value, number_value, date_value, boolean_value, option_id,
 * user_id, related_document_id)`: one row per value, and only the column of the type of the property is set.
 */
export interface TransactionalSearchBackend extends SearchQueries {
  /** Adds or replaces documents. Idempotent. */
  index(documents: readonly SearchText[], sql: Sql): Promise<void>;
  /**
   * Replaces the indexed name and notes of a document and keeps its content. Returns false when the document is not in
   * the index: then the core calls `index`, as it does when a backend does not have this method.
   */
  updateShortTexts?(document: SearchShortTexts, sql: Sql): Promise<boolean>;
  /** Removes trashed or purged documents from the index. Unknown ids are not an error. */
  remove(documentIds: readonly string[], sql: Sql): Promise<void>;
  /**
   * True while so many documents wait for work in the background, such as merges, that searches become slow. A rebuild
   * asks before each of its steps, and then waits for up to a minute. Not needed by a plugin without such work.
   */
  isBehind?(): Promise<boolean>;
  /**
   * Reads into memory what first searches need. A server that answers searches calls it once after its start, in the
   * background; `signal` aborts when it stops. It must neither fail nor delay searches. Not needed by a plugin whose
   * first search is as fast as any other.
   */
  warmUp?(signal: AbortSignal): Promise<void>;
  /**
   * The state of the index in whole sentences, each a line of `npm run cli -- search status`, for administrators: what
   * it consists of, and what is to be done. Other processes than the one that is asked may be described, too.
   */
  describe?(): Promise<string[]>;
  /** Removes all documents of all organizations: the index was not kept up to date while another plugin was chosen. */
  clear(sql: Sql): Promise<void>;
  /**
   * Removes some of the documents, as many as take a fraction of a second; false when none are left. The core calls it
   * again and again, in a transaction each time, instead of {@link clear}. Without this method it calls `clear`, which
   * then should not take long for a million documents.
   */
  clearPart?(sql: Sql): Promise<boolean>;
  /**
   * Removes some of what is left of an organization, as much as takes a fraction of a second; false when nothing is left.
   * The core calls it again and again, in a transaction each time, when the organization is removed permanently: all of its
   * documents have been removed before. Not needed by a plugin that keeps nothing of removed documents.
   */
  clearOrganizationPart?(organizationId: string, sql: Sql): Promise<boolean>;
}

/**
 * A backend outside the PostgreSQL of the installation. After the commit of a change, one process delivers the current
 * state of the document: in order, at least once, and again until it succeeds. Any change of a document is delivered,
 * also of its tags, dates and properties. A call that rejects with `TransientPluginError`, or takes longer than its limit, is
 * repeated with growing pauses for as long as it takes. The limit is a minute for `index`, `remove` and `discard`, and
 * ten minutes for `clear`, `beginRebuild` and `switch`; `signal` aborts at it. What goes on after the abort happens while
 * the call is repeated: a `clear` must not remove documents any more.
 */
export interface ExternalSearchBackend extends SearchQueries {
  /** Adds or replaces documents. Idempotent. When it resolves, the documents are stored durably. */
  index(documents: readonly SearchDocument[], signal?: AbortSignal): Promise<void>;
  /** Removes documents. Unknown ids are not an error. */
  remove(documents: readonly RemovedDocument[], signal?: AbortSignal): Promise<void>;
  /** Removes all documents of all organizations. Called before a rebuild, unless the backend has `beginRebuild`. */
  clear(signal?: AbortSignal): Promise<void>;
  /**
   * Begins to fill a second, empty index, while queries are answered from the present one; discards one that was begun
   * earlier and never completed. Without this method, the core calls `clear` and indexes everything again.
   */
  beginRebuild?(signal?: AbortSignal): Promise<SearchIndexBuild>;
}

/** A second index that is being filled. The core passes every change that happens meanwhile to both. */
export interface SearchIndexBuild {
  index(documents: readonly SearchDocument[], signal?: AbortSignal): Promise<void>;
  remove(documents: readonly RemovedDocument[], signal?: AbortSignal): Promise<void>;
  /** Replaces the present index by this one and removes the old one. When it rejects again and again, a new build begins. */
  switch(signal?: AbortSignal): Promise<void>;
  /** Removes what was built. */
  discard(signal?: AbortSignal): Promise<void>;
}

/** A search index. */
export type SearchBackend = ExternalSearchBackend | TransactionalSearchBackend;

interface SearchDeclarationBase {
  /**
   * Increase it when the index must be filled again, because the new version of the plugin stores something else. The
   * core remembers which plugin and version has filled the index, and starts a rebuild by itself when they differ.
   */
  indexVersion: number;
  /**
   * Module whose default export is created with `defineTextPreparation`: `new URL('./prepare.js', import.meta.url)`.
   * The host runs it in threads, before `index`, for contents that would block the event loop for long.
   */
  prepare?: URL;
  /** True: the plugin answers the leaf `ending` of a tree. Otherwise no tree that it gets has one. */
  findsEndings?: boolean;
  /**
   * True: the backend has `findSimilar` and answers the leaf `document` of a tree. Otherwise it is not asked for similar
   * documents, and the core says so.
   */
  findsSimilar?: boolean;
}

/** What the plugin of a {@link TransactionalSearchBackend} declares. */
export interface TransactionalSearchDeclaration<Config extends object = object> extends SearchDeclarationBase {
  transactional: true;
  create(host: HostServices<Config>): Promise<TransactionalSearchBackend> | TransactionalSearchBackend;
}

/** What the plugin of an {@link ExternalSearchBackend} declares. */
export interface ExternalSearchDeclaration<Config extends object = object> extends SearchDeclarationBase {
  transactional: false;
  /**
   * True: documents are findable when `index` resolves. A search then waits for the pending changes of its
   * organization, for a second at most.
   */
  readsOwnWrites?: boolean;
  create(host: HostServices<Config>): ExternalSearchBackend | Promise<ExternalSearchBackend>;
}

/** What a plugin declares under `provides.search`. The setting `SEARCH_PLUGIN` chooses one. */
export type SearchDeclaration<Config extends object = object> =
  ExternalSearchDeclaration<Config> | TransactionalSearchDeclaration<Config>;

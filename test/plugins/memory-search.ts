import type {
  ExternalSearchBackend,
  RelevancePageRequest,
  SearchDocument,
  SearchGroups,
  SearchIndexBuild,
  SearchQueries,
  SearchRequest,
  SearchSort,
  SearchText,
  SimilarDocument,
  SimilarRequest,
  Sql,
  TransactionalSearchBackend,
} from '@archivolt/plugin-kit';
import {
  evaluateGroups,
  evaluateRelevance,
  evaluateSearch,
  evaluateSimilar,
  type ExternalBackendUnderTest,
  type SeededDocument,
  type TransactionalBackendUnderTest,
} from '@archivolt/plugin-kit/testing';

/** What the index holds, by id. */
type Known = Map<string, SearchText>;

/** The parts of a search backend in memory; a test replaces single parts by wrong ones. */
export interface MemorySearchParts {
  index(known: Known, document: SearchText): void;
  updateShortTexts(known: Known, document: SearchText): void;
  remove(known: Known, id: string): void;
  /** Ids in order. `documents` are the indexed ones, with the columns of the core. */
  find(documents: SeededDocument[], request: SearchRequest, sort: SearchSort): string[];
  /** Ids by relevance. */
  rank(documents: SeededDocument[], request: RelevancePageRequest): string[];
  similar(documents: SeededDocument[], request: SimilarRequest): SimilarDocument[];
  groups(documents: SeededDocument[], request: SearchRequest): SearchGroups;
  count(matches: readonly string[], page: readonly string[]): number;
  stop(signal: AbortSignal | undefined): void;
  maintain(known: Known): void;
  clear(known: Known): void;
  /** Whether something is left. */
  clearPart(known: Known): boolean;
  /** Whether something of the organization is left. */
  clearOrganizationPart(known: Known, organizationId: string): boolean;
  /** Whether an external backend takes this delivery of a document. */
  isNewer(before: SearchDocument | undefined, document: SearchDocument): boolean;
  /** The documents that a second index begins with. */
  beginRebuild(known: Known): Known;
  switch(known: Known, built: Known): void;
  rollBack(restore: () => void): void;
  allOf(find: (sort: SearchSort) => string[]): string[];
}

export const SOUND: MemorySearchParts = {
  index: (known, document) => void known.set(document.id, document),
  updateShortTexts: (known, document) => void known.set(document.id, document),
  remove: (known, id) => void known.delete(id),
  find: evaluateSearch,
  rank: (documents, request) => evaluateRelevance(documents, request),
  similar: evaluateSimilar,
  groups: evaluateGroups,
  count: (matches) => matches.length,
  stop: (signal) => signal?.throwIfAborted(),
  maintain: () => undefined,
  clear: (known) => known.clear(),
  clearPart: (known) => {
    const [first] = known.keys();
    return first !== undefined && known.delete(first);
  },
  clearOrganizationPart: (known, organizationId) => {
    const first = [...known.values()].find((document) => document.organizationId === organizationId);
    return first !== undefined && known.delete(first.id);
  },
  isNewer: (before, { version }) => before === undefined || BigInt(version) >= BigInt(before.version),
  beginRebuild: () => new Map(),
  switch: (known, built) => {
    known.clear();
    for (const [id, document] of built) known.set(id, document);
  },
  rollBack: (restore) => restore(),
  allOf: (find) => find({ field: 'createdAt', order: 'asc' }),
};

/** Evaluates every query on every document of `documents`. */
function queriesOver(parts: MemorySearchParts, known: Known, documents: () => SeededDocument[]): SearchQueries {
  const find = (request: SearchRequest, sort: SearchSort): string[] => parts.find(documents(), request, sort);
  const pageOf = (matches: string[], { pageIndex, pageSize }: { pageIndex: number; pageSize: number }) => {
    const ids = matches.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
    return { ids, count: parts.count(matches, ids) };
  };
  return {
    search: async ({ sort, ...request }, signal) => {
      parts.stop(signal);
      return pageOf(find(request, sort), request);
    },
    searchByRelevance: async (request, signal) => {
      parts.stop(signal);
      return pageOf(parts.rank(documents(), request), request);
    },
    findSimilar: async (request, signal) => {
      parts.stop(signal);
      return parts.similar(documents(), request);
    },
    async *matchIds(request) {
      yield parts.allOf((sort) => find(request, sort));
    },
    countGroups: async (request, signal) => {
      parts.stop(signal);
      return parts.groups(documents(), request);
    },
    maintain: async () => parts.maintain(known),
  };
}

/** A transactional search plugin over a core that is only a map. */
export function memorySearch(parts: MemorySearchParts): TransactionalBackendUnderTest {
  const core = new Map<string, SeededDocument>();
  const known: Known = new Map();
  const documents = () =>
    [...known.values()].flatMap((document) => ({ ...(core.get(document.id) ?? NO_ROW), ...document, trashed: false }));
  const backend: TransactionalSearchBackend = {
    ...queriesOver(parts, known, documents),
    index: async (given) => given.forEach((document) => parts.index(known, document)),
    updateShortTexts: async ({ id, name, notes }) => {
      const before = known.get(id);
      if (before) parts.updateShortTexts(known, { ...before, name, notes });
      return before !== undefined;
    },
    remove: async (ids) => ids.forEach((id) => parts.remove(known, id)),
    clear: async () => parts.clear(known),
    clearPart: async () => parts.clearPart(known),
    clearOrganizationPart: async (organizationId: string) => parts.clearOrganizationPart(known, organizationId),
  };
  const sql: Sql = {
    query: () => Promise.reject(new Error('this test has no database')),
    transaction: async (work) => {
      const before = new Map(known);
      try {
        return await work(sql);
      } catch (error) {
        parts.rollBack(() => {
          known.clear();
          for (const [id, document] of before) known.set(id, document);
        });
        throw error;
      }
    },
  };
  return {
    transactional: true,
    backend,
    sql,
    seed: async (documents) => {
      for (const document of documents) core.set(document.id, document);
      await backend.index(documents.filter(({ trashed }) => !trashed).map(asIndexed), sql);
      const gone = documents.filter(({ trashed }) => trashed);
      await backend.remove(
        gone.map(({ id }) => id),
        sql,
      );
    },
    clean: async () => {
      core.clear();
      known.clear();
    },
  };
}

/** An external search plugin, which knows of a document only what is delivered. */
export function memoryExternalSearch(parts: MemorySearchParts): ExternalBackendUnderTest {
  const known: Known = new Map();
  const documents = () => [...known.values()].map((document) => ({ ...(document as SearchDocument), trashed: false }));
  const receive = (into: Known, given: readonly SearchDocument[]): void => {
    for (const document of given) {
      const before = into.get(document.id) as SearchDocument | undefined;
      if (parts.isNewer(before, document)) parts.index(into, document);
    }
  };
  const backend: ExternalSearchBackend = {
    ...queriesOver(parts, known, documents),
    index: async (given) => receive(known, given),
    remove: async (given) => given.forEach(({ id }) => parts.remove(known, id)),
    clear: async () => parts.clear(known),
    beginRebuild: async (): Promise<SearchIndexBuild> => {
      const built = parts.beginRebuild(known);
      return {
        index: async (given) => receive(built, given),
        remove: async (given) => given.forEach(({ id }) => parts.remove(built, id)),
        switch: async () => parts.switch(known, built),
        discard: async () => built.clear(),
      };
    },
  };
  let version = 1;
  return {
    transactional: false,
    backend,
    seed: async (documents) => {
      version += 1;
      const each = documents.map((document) => ({ ...document, version: String(version) }));
      await backend.index(each.filter(({ trashed }) => !trashed));
      await backend.remove(each.filter(({ trashed }) => trashed));
    },
    clean: async () => known.clear(),
  };
}

const NO_ROW = {
  createdAt: new Date(0),
  updatedAt: new Date(0),
  documentDate: null,
  tagIds: [],
  mimeType: '',
  size: 0,
  pages: null,
  source: 'upload',
  ownerId: null,
  isInInbox: false,
  properties: [],
  version: '0',
};

function asIndexed({ id, sequence, organizationId, name, content, notes }: SeededDocument): SearchText {
  return { id, sequence, organizationId, name, content, notes };
}

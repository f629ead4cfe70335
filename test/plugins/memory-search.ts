import type { SearchBackend, SearchDocument, SearchRequest, SearchSort, Sql } from '@archivolt/plugin-kit';
import { evaluateSearch, type SearchBackendUnderTest, type SeededDocument } from '@archivolt/plugin-kit/testing';

/** The parts of a search backend in memory; a test replaces single parts by wrong ones. */
export interface MemorySearchParts {
  index(known: Map<string, SearchDocument>, document: SearchDocument): void;
  rename(known: Map<string, SearchDocument>, document: SearchDocument): void;
  remove(known: Map<string, SearchDocument>, id: string): void;
  /** Ids in order. `documents` are the indexed ones, with the columns of the core. */
  find(documents: SeededDocument[], request: SearchRequest, sort: SearchSort): string[];
  count(matches: readonly string[], page: readonly string[]): number;
  stop(signal: AbortSignal | undefined): void;
  maintain(known: Map<string, SearchDocument>): void;
  rollBack(restore: () => void): void;
  allOf(find: (sort: SearchSort) => string[]): string[];
}

export const SOUND: MemorySearchParts = {
  index: (known, document) => void known.set(document.id, document),
  rename: (known, document) => void known.set(document.id, document),
  remove: (known, id) => void known.delete(id),
  find: evaluateSearch,
  count: (matches) => matches.length,
  stop: (signal) => signal?.throwIfAborted(),
  maintain: () => undefined,
  rollBack: (restore) => restore(),
  allOf: (find) => find({ field: 'createdAt', order: 'asc' }),
};

/** A search plugin over a core that is only a map; it evaluates every query on every document. */
export function memorySearch(parts: MemorySearchParts): SearchBackendUnderTest {
  const core = new Map<string, SeededDocument>();
  const known = new Map<string, SearchDocument>();
  const find = (request: SearchRequest, sort: SearchSort): string[] => {
    const documents = [...known.values()].flatMap((document) => {
      const row = core.get(document.id);
      return [{ ...(row ?? NO_ROW), ...document, trashed: false }];
    });
    return parts.find(documents, request, sort);
  };
  const backend: SearchBackend = {
    capabilities: { transactional: true },
    index: async (documents) => documents.forEach((document) => parts.index(known, document)),
    rename: async (document) => {
      const before = known.get(document.id);
      if (before) parts.rename(known, { ...before, name: document.name });
      return before !== undefined;
    },
    remove: async (ids) => ids.forEach((id) => parts.remove(known, id)),
    search: async ({ pageIndex, pageSize, sort, ...request }, signal) => {
      parts.stop(signal);
      const matches = find(request, sort);
      const ids = matches.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
      return { ids, count: parts.count(matches, ids) };
    },
    async *matchIds(request) {
      yield parts.allOf((sort) => find(request, sort));
    },
    maintain: async () => parts.maintain(known),
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

const NO_ROW = { createdAt: new Date(0), updatedAt: new Date(0), documentDate: null, tagIds: [] };

function asIndexed({ id, sequence, organizationId, name, content }: SeededDocument): SearchDocument {
  return { id, sequence, organizationId, name, content };
}

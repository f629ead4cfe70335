import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ExternalSearchBackend,
  RemovedDocument,
  SearchDocument,
  SearchIndexBuild,
  SearchPage,
  SearchPageRequest,
  SearchRequest,
} from '@archivolt/plugin-kit';
import { IndexFile } from './index-file.js';

const CHUNK = 500;
const CREATED = { field: 'createdAt', order: 'asc' } as const;

/** An index in a file of SQLite, beside the archive. Put your search engine in its place. */
export class TemplateSearch implements ExternalSearchBackend {
  readonly #path: string;
  #index: IndexFile | undefined;

  constructor(private readonly folder: string) {
    this.#path = join(folder, 'index.sqlite');
  }

  async start(): Promise<void> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.#index = new IndexFile(this.#path);
  }

  async close(): Promise<void> {
    this.#index?.close();
  }

  async check(): Promise<void> {
    this.#open.count();
  }

  async index(documents: readonly SearchDocument[]): Promise<void> {
    this.#open.write(documents);
  }

  async remove(documents: readonly RemovedDocument[]): Promise<void> {
    this.#open.remove(documents.map(({ id }) => id));
  }

  async clear(): Promise<void> {
    this.#open.clear();
  }

  async beginRebuild(): Promise<SearchIndexBuild> {
    const path = join(this.folder, 'rebuild.sqlite');
    removeFile(path);
    const build = new IndexFile(path);
    return {
      index: async (documents) => build.write(documents),
      remove: async (documents) => build.remove(documents.map(({ id }) => id)),
      switch: async () => {
        build.close();
        this.#open.close();
        removeFile(this.#path);
        renameSync(path, this.#path);
        this.#index = new IndexFile(this.#path);
      },
      discard: async () => {
        build.close();
        removeFile(path);
      },
    };
  }

  async search(request: SearchPageRequest, signal?: AbortSignal): Promise<SearchPage> {
    signal?.throwIfAborted();
    const { organizationId, tree, sort, pageIndex, pageSize } = request;
    const ids = this.#open.find({ organizationId, tree }, sort);
    const start = pageIndex * pageSize;
    return { ids: ids.slice(start, start + pageSize), count: ids.length };
  }

  async *matchIds(request: SearchRequest): AsyncIterable<string[]> {
    const ids = this.#open.find(request, CREATED);
    for (let start = 0; start < ids.length; start += CHUNK) yield ids.slice(start, start + CHUNK);
  }

  get #open(): IndexFile {
    if (this.#index === undefined) throw new Error('the index is not open');
    return this.#index;
  }
}

/** SQLite keeps two more files beside an open database. */
function removeFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

import { mkdirSync } from 'node:fs';
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

/** An index in a file of SQLite. Put your search engine in its place. */
export class TemplateSearch implements ExternalSearchBackend {
  #file: IndexFile | undefined;

  constructor(private readonly folder: string) {}

  async start(): Promise<void> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.#file = new IndexFile(join(this.folder, 'index.sqlite'));
  }

  async close(): Promise<void> {
    this.#file?.close();
  }

  async check(): Promise<void> {
    this.#open.present.count();
  }

  async index(documents: readonly SearchDocument[]): Promise<void> {
    this.#open.present.write(documents);
  }

  async remove(documents: readonly RemovedDocument[]): Promise<void> {
    this.#open.present.remove(documents.map(({ id }) => id));
  }

  async clear(): Promise<void> {
    this.#open.present.clear();
  }

  async beginRebuild(): Promise<SearchIndexBuild> {
    const file = this.#open;
    const build = file.beginNext();
    return {
      index: async (documents) => build.write(documents),
      remove: async (documents) => build.remove(documents.map(({ id }) => id)),
      switch: async () => file.switch(build),
      discard: async () => build.drop(),
    };
  }

  async search(request: SearchPageRequest, signal?: AbortSignal): Promise<SearchPage> {
    signal?.throwIfAborted();
    const { organizationId, tree, sort, pageIndex, pageSize } = request;
    const ids = this.#open.present.find({ organizationId, tree }, sort);
    const start = pageIndex * pageSize;
    return { ids: ids.slice(start, start + pageSize), count: ids.length };
  }

  async *matchIds(request: SearchRequest): AsyncIterable<string[]> {
    const ids = this.#open.present.find(request, CREATED);
    for (let start = 0; start < ids.length; start += CHUNK) yield ids.slice(start, start + CHUNK);
  }

  get #open(): IndexFile {
    if (this.#file === undefined) throw new Error('the index is not open');
    return this.#file;
  }
}

import { Injectable } from '@nestjs/common';
import type { ExternalSearchBackend, SearchIndexBuild, Sql } from '@archivolt/plugin-kit';
import { limitedCall } from '#ground/plugin-host';
import { DeliverDocuments } from './deliver-documents.js';
import { IndexStateRepository, type IndexState } from './index-state.repository.js';
import { SearchChangesRepository } from './search-changes.repository.js';

/** For a call that concerns the whole index. */
const LIMIT = { seconds: 600 };

/** Fills the index of an external search engine with all documents again, chunk by chunk. Every step may be repeated after a crash. */
@Injectable()
export class RebuildIndex {
  constructor(
    private readonly state: IndexStateRepository,
    private readonly changes: SearchChangesRepository,
    private readonly deliver: DeliverDocuments,
  ) {}

  /**
   * Starts to fill a second index, when the search engine can have one; otherwise empties the present one, unless an
   * earlier attempt has done so.
   */
  async begin(sql: Sql, backend: ExternalSearchBackend, state: IndexState): Promise<SearchIndexBuild | undefined> {
    const beginRebuild = backend.beginRebuild?.bind(backend);
    if (beginRebuild) {
      const build = await limitedCall('the search engine', LIMIT, (signal) => beginRebuild(signal));
      await this.state.advance(sql, state, { after: '', done: 0 });
      return build;
    }
    if (state.rebuildAfter === null) {
      await limitedCall('the search engine', LIMIT, (signal) => backend.clear(signal));
      await this.state.advance(sql, state, { after: '', done: 0 });
    }
    return undefined;
  }

  /** Takes one step for an external search engine, into `build` or into the present index. */
  async externalStep(
    sql: Sql,
    backend: ExternalSearchBackend,
    build: SearchIndexBuild | undefined,
    state: IndexState,
  ): Promise<'continues' | 'ended'> {
    const { rebuildAfter, rebuildDone } = state;
    const documents = await this.changes.documentsAfter(sql, rebuildAfter ?? '');
    const last = documents.at(-1);
    if (!last) {
      if (build) await limitedCall('the search engine', LIMIT, (signal) => build.switch(signal));
      await this.state.finishRebuild(sql, state);
      return 'ended';
    }
    const all = documents.map((document) => ({
      documentId: document.id,
      organizationId: document.organizationId,
      changes: [],
      attempts: 0,
      version: document.version,
      document,
    }));
    await this.deliver.execute(sql, [build ?? backend], all);
    await this.state.advance(sql, state, { after: last.id, done: rebuildDone + documents.length });
    return 'continues';
  }
}

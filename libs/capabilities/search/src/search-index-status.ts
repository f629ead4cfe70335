import { Injectable } from '@nestjs/common';
import { IndexStateRepository, type IndexState } from './index-state.repository.js';
import { SearchChangesRepository, type ChangesWaiting } from './search-changes.repository.js';
import { SearchEngine } from './search-engine.js';

export interface SearchIndexReport extends IndexState {
  /** The plugin of this process; another one than `pluginId` keeps no index until a server has started with it. */
  configured: { pluginId: string; indexVersion: number };
  isTransactional: boolean;
  waiting: ChangesWaiting;
  /** Active documents, counted when a rebuild is under way. */
  documents: number | undefined;
  /** What a plugin in the database of this installation says about its index, sentence by sentence. */
  details: string[];
}

/** What the state of the search index is. */
@Injectable()
export class SearchIndexStatus {
  constructor(
    private readonly engine: SearchEngine,
    private readonly state: IndexStateRepository,
    private readonly changes: SearchChangesRepository,
  ) {}

  async read(): Promise<SearchIndexReport> {
    const state = await this.state.read();
    return {
      ...state,
      configured: { pluginId: this.engine.pluginId, indexVersion: this.engine.declaration.indexVersion },
      isTransactional: this.engine.isTransactional,
      waiting: await this.changes.waiting(),
      documents: state.rebuildReason === null ? undefined : await this.changes.countActive(),
      details: (await (await this.engine.transactional())?.describe?.()) ?? [],
    };
  }

  /** Makes a rebuild due; throws when this process is configured for another plugin than the one that keeps the index. */
  async requestRebuild(reason: string): Promise<void> {
    const { pluginId, indexVersion } = await this.state.read();
    const { pluginId: ours, declaration } = this.engine;
    if (pluginId !== ours || indexVersion !== declaration.indexVersion)
      throw new Error(
        `the index is kept by ${pluginId} version ${indexVersion}, but the settings of this command name ${ours} version ${declaration.indexVersion}.\n` +
          'Remedy: run the command with the settings of the server; a server that starts with another search plugin rebuilds the index by itself.',
      );
    await this.state.requestRebuild(reason);
  }
}

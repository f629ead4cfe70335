import { Module } from '@nestjs/common';
import { SearchConfig } from '#config/search';
import { PluginHost } from '#libs/plugin-host';
import { TextThreadsModule } from '#libs/text-threads';
import { AdoptSearchPlugin } from './adopt-search-plugin.js';
import { AwaitChanges } from './await-changes.js';
import { ContentPreparation, SEARCH_PREPARATION } from './content-preparation.js';
import { DeliverDocuments } from './deliver-documents.js';
import { Highlights } from './highlights/highlights.js';
import { IndexStateRepository } from './index-state.repository.js';
import { QueryReader } from './query-reader.js';
import { RebuildIndex } from './rebuild-index.js';
import { ReindexDocuments } from './reindex-documents.js';
import { SearchChangesRepository } from './search-changes.repository.js';
import { SearchEngine } from './search-engine.js';
import { SearchIndexCheck } from './search-index.check.js';
import { SearchIndexStatus } from './search-index-status.js';
import { SearchIndexWork } from './search-index-work.js';
import { SearchService } from './search.service.js';
import { SearchTurns } from './search-turns.js';

@Module({
  imports: [TextThreadsModule],
  providers: [
    {
      provide: SearchEngine,
      inject: [PluginHost, SearchConfig],
      useFactory: async (host: PluginHost, { timeoutMs }: SearchConfig) => {
        const chosen = host.chosen('search');
        const { plugin, declaration } = chosen;
        const engine = new SearchEngine({
          pluginId: plugin.id,
          declaration,
          open: () => host.open('search', chosen),
          timeoutMs,
        });
        // Nothing can be written without it; an external one may be away.
        if (engine.isTransactional) await engine.open();
        return engine;
      },
    },
    {
      provide: SEARCH_PREPARATION,
      inject: [SearchEngine],
      useFactory: ({ declaration }: SearchEngine) => declaration.prepare,
    },
    { provide: QueryReader, inject: [SearchConfig], useFactory: (config: SearchConfig) => QueryReader.create(config) },
    AdoptSearchPlugin,
    AwaitChanges,
    ContentPreparation,
    DeliverDocuments,
    Highlights,
    IndexStateRepository,
    RebuildIndex,
    ReindexDocuments,
    SearchChangesRepository,
    SearchIndexCheck,
    SearchIndexStatus,
    SearchIndexWork,
    SearchService,
    SearchTurns,
  ],
  exports: [AdoptSearchPlugin, Highlights, ReindexDocuments, SearchIndexStatus, SearchIndexWork, SearchService],
})
export class SearchModule {}

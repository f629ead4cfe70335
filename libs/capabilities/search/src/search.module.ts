import { Module } from '@nestjs/common';
import { SearchConfig } from '#config/search';
import { Clock } from '#ground/kernel';
import { PluginHost, type ProvidedBy } from '#ground/plugin-host';
import { AdoptSearchPlugin } from './adopt-search-plugin.js';
import { AwaitChanges } from './await-changes.js';
import { ContentPreparation } from './content-preparation.js';
import { DeliverDocuments } from './deliver-documents.js';
import { EmptyLeftIndex } from './empty-left-index.js';
import { EnginesInUse } from './engines-in-use.js';
import { FillIndex } from './fill-index.js';
import { Highlights } from './highlights/highlights.js';
import { IndexStateRepository } from './index-state.repository.js';
import { QueryReader } from './query-reader.js';
import { RebuildIndex } from './rebuild-index.js';
import { RebuildPartsRepository } from './rebuild-parts.repository.js';
import { ReindexDocuments } from './reindex-documents.js';
import { SearchChangesRepository } from './search-changes.repository.js';
import { SearchEngine } from './search-engine.js';
import { SearchEngines } from './search-engines.js';
import { SearchIndexCheck } from './search-index.check.js';
import { SearchIndexStatus } from './search-index-status.js';
import { SearchIndexWork } from './search-index-work.js';
import { SearchService } from './search.service.js';
import { SettledRoles } from './settled-roles.js';
import { SearchTurns } from './search-turns.js';
import { TextThreads } from './text-threads.js';

@Module({
  providers: [
    {
      provide: SearchEngines,
      inject: [PluginHost, SearchConfig],
      useFactory: async (host: PluginHost, { timeoutMs }: SearchConfig) => {
        const chosen = host.chosen('search');
        const engineOf = (provided: ProvidedBy<'search'>) =>
          new SearchEngine({
            pluginId: provided.plugin.id,
            declaration: provided.declaration,
            open: () => host.open('search', provided),
            timeoutMs,
          });
        const others = host.all('search').filter(({ plugin }) => plugin !== chosen.plugin);
        const engine = engineOf(chosen);
        // Nothing can be written without a plugin in the database; an external one may be down.
        if (engine.isTransactional) await engine.open();
        return new SearchEngines(engine, others.map(engineOf));
      },
    },
    { provide: SearchEngine, inject: [SearchEngines], useFactory: ({ configured }: SearchEngines) => configured },
    {
      provide: QueryReader,
      inject: [SearchConfig, Clock],
      useFactory: (config: SearchConfig, clock: Clock) => new QueryReader(config, clock),
    },
    AdoptSearchPlugin,
    AwaitChanges,
    ContentPreparation,
    DeliverDocuments,
    EmptyLeftIndex,
    EnginesInUse,
    FillIndex,
    Highlights,
    IndexStateRepository,
    RebuildIndex,
    RebuildPartsRepository,
    ReindexDocuments,
    SearchChangesRepository,
    SearchIndexCheck,
    SearchIndexStatus,
    SearchIndexWork,
    SearchService,
    SearchTurns,
    SettledRoles,
    { provide: TextThreads, useFactory: () => new TextThreads() },
  ],
  exports: [
    AdoptSearchPlugin,
    Highlights,
    ReindexDocuments,
    SearchIndexStatus,
    SearchIndexWork,
    SearchService,
    TextThreads,
  ],
})
export class SearchModule {}

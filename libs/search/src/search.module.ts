import { Module } from '@nestjs/common';
import { PluginHost } from '#libs/plugin-host';
import { TextThreadsModule } from '#libs/text-threads';
import { ContentPreparation, SEARCH_PREPARATION } from './content-preparation.js';
import { ReindexDocuments } from './reindex-documents.js';
import { SearchIndexCheck } from './search-index.check.js';
import { SEARCH_BACKEND, SearchService } from './search.service.js';
import { SearchTurns } from './search-turns.js';

@Module({
  imports: [TextThreadsModule],
  providers: [
    {
      provide: SEARCH_BACKEND,
      inject: [PluginHost],
      useFactory: (host: PluginHost) => {
        const { plugin, declaration } = host.chosen('search');
        return host.open('search', { plugin, declaration });
      },
    },
    {
      provide: SEARCH_PREPARATION,
      inject: [PluginHost],
      useFactory: (host: PluginHost) => host.chosen('search').declaration.prepare,
    },
    ContentPreparation,
    ReindexDocuments,
    SearchIndexCheck,
    SearchService,
    SearchTurns,
  ],
  exports: [ReindexDocuments, SearchService],
})
export class SearchModule {}

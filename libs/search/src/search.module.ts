import { Global, Module } from '@nestjs/common';
import { PluginHost } from '#libs/plugin-host';
import { SEARCH_BACKEND, SearchService } from './search.service.js';
import { SearchTurns } from './search-turns.js';

@Global()
@Module({
  providers: [
    {
      provide: SEARCH_BACKEND,
      inject: [PluginHost],
      useFactory: (host: PluginHost) => {
        const { plugin, declaration } = host.only('search');
        return declaration.create(host.servicesFor(plugin));
      },
    },
    SearchService,
    SearchTurns,
  ],
  exports: [SearchService],
})
export class SearchModule {}

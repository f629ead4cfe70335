import { Module } from '@nestjs/common';
import { SearchModule } from '#capabilities/search';
import { MaintainSearch } from './maintain-search.schedule.js';
import { SearchIndexWorker } from './search-index.worker.js';

@Module({ imports: [SearchModule], providers: [MaintainSearch, SearchIndexWorker] })
export class SearchWorkerModule {}

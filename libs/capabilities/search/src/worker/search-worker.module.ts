import { Module } from '@nestjs/common';
import { SearchModule } from '#capabilities/search';
import { SearchIndexWorker } from './search-index.worker.js';

@Module({ imports: [SearchModule], providers: [SearchIndexWorker] })
export class SearchWorkerModule {}

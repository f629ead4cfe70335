import { Module } from '@nestjs/common';
import { SearchModule } from '#capabilities/search';
import { PrepareSearches } from './prepare-searches.js';

@Module({ imports: [SearchModule], providers: [PrepareSearches] })
export class SearchHttpModule {}

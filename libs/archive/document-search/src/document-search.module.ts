import { Module } from '@nestjs/common';
import { CustomPropertiesModule } from '#archive/custom-properties';
import { DocumentsModule } from '#archive/documents';
import { TagsModule } from '#archive/tags';
import { CountMatches } from './count-matches.js';
import { DidYouMean } from './did-you-mean/did-you-mean.js';
import { NearWords } from './did-you-mean/near-words.js';
import { DocumentFacets } from './document-facets.js';
import { QueryNames } from './suggestions/query-names.js';
import { SearchSuggestions } from './suggestions/search-suggestions.js';

@Module({
  imports: [CustomPropertiesModule, DocumentsModule, TagsModule],
  providers: [CountMatches, DidYouMean, DocumentFacets, NearWords, QueryNames, SearchSuggestions],
  exports: [DidYouMean, DocumentFacets, SearchSuggestions],
})
export class DocumentSearchModule {}

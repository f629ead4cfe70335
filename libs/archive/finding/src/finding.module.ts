import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { PropertiesModule } from '#archive/properties';
import { TagsModule } from '#archive/tags';
import { CountDocumentsOfViews } from './count-documents-of-views.js';
import { CountMatches } from './count-matches.js';
import { DidYouMean } from './did-you-mean/did-you-mean.js';
import { NearWords } from './did-you-mean/near-words.js';
import { DocumentFacets } from './document-facets.js';
import { DocumentViewRepository } from './document-view.repository.js';
import { DocumentViews } from './document-views.js';
import { QueryNames } from './suggestions/query-names.js';
import { SearchSuggestions } from './suggestions/search-suggestions.js';

@Module({
  imports: [PropertiesModule, DocumentsModule, TagsModule],
  providers: [
    CountMatches,
    DidYouMean,
    DocumentFacets,
    NearWords,
    QueryNames,
    SearchSuggestions,
    CountDocumentsOfViews,
    DocumentViewRepository,
    DocumentViews,
  ],
  exports: [
    DidYouMean,
    DocumentFacets,
    SearchSuggestions,
    CountDocumentsOfViews,
    DocumentViewRepository,
    DocumentViews,
  ],
})
export class FindingModule {}

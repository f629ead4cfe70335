import { Module } from '@nestjs/common';
import { PropertiesModule } from '#archive/properties';
import { DocumentsModule } from '#archive/documents';
import { TagsModule } from '#archive/tags';
import { CountMatches } from './count-matches.js';
import { DidYouMean } from './did-you-mean/did-you-mean.js';
import { NearWords } from './did-you-mean/near-words.js';
import { DocumentFacets } from './document-facets.js';
import { QueryNames } from './suggestions/query-names.js';
import { SearchSuggestions } from './suggestions/search-suggestions.js';
import { CountDocumentsOfViews } from './count-documents-of-views.js';
import { DocumentViewRepository } from './document-view.repository.js';
import { DocumentViews } from './document-views.js';

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

import { Module } from '@nestjs/common';
import { MetadataModule } from '#archive/metadata';
import { DocumentsModule } from '#archive/documents';
import { LearnedFilingModule } from '#automation/learned-filing';
import { PropertiesModule } from '#archive/properties';
import { OrganizationsModule } from '#people/organizations';
import { TagsModule } from '#archive/tags';
import { AcceptSuggestion } from './accept-suggestion.js';
import { AutoTaggerInUse } from './auto-tagger-in-use.js';
import { AutoTaggingUsage } from './auto-tagging-usage.js';
import { AutoTaggingUsageRepository } from './auto-tagging-usage.repository.js';
import { DocumentSuggestionRepository } from './document-suggestion.repository.js';
import { DocumentSuggestions } from './document-suggestions.js';
import { PropertySuggestionRepository } from './property-suggestion.repository.js';
import { RequestSuggestions } from './request-suggestions.js';
import { SuggestTags } from './suggest-tags.js';

const parts = [
  AcceptSuggestion,
  AutoTaggerInUse,
  AutoTaggingUsage,
  DocumentSuggestions,
  RequestSuggestions,
  SuggestTags,
];

@Module({
  imports: [DocumentsModule, LearnedFilingModule, MetadataModule, OrganizationsModule, PropertiesModule, TagsModule],
  providers: [...parts, AutoTaggingUsageRepository, DocumentSuggestionRepository, PropertySuggestionRepository],
  exports: parts,
})
export class AutoTaggingModule {}

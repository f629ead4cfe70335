import { Module } from '@nestjs/common';
import { DocumentTagsModule } from '#libs/document-tags';
import { DocumentsModule } from '#libs/documents';
import { OrganizationsModule } from '#libs/organizations';
import { TagsModule } from '#libs/tags';
import { AutoTaggerInUse } from './auto-tagger-in-use.js';
import { RequestSuggestions } from './request-suggestions.js';
import { SuggestTags } from './suggest-tags.js';

const parts = [AutoTaggerInUse, RequestSuggestions, SuggestTags];

@Module({
  imports: [DocumentsModule, DocumentTagsModule, OrganizationsModule, TagsModule],
  providers: parts,
  exports: parts,
})
export class AutoTaggingModule {}

import { Module } from '@nestjs/common';
import { DocumentsModule } from '#libs/documents';
import { TagsModule } from '#libs/tags';
import { DocumentTagRepository } from './document-tag.repository.js';
import { DocumentTags } from './document-tags.js';

@Module({
  imports: [DocumentsModule, TagsModule],
  providers: [DocumentTagRepository, DocumentTags],
  exports: [DocumentTags],
})
export class DocumentTagsModule {}

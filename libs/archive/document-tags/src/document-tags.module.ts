import { Module } from '@nestjs/common';
import { BatchesModule } from '#archive/batches';
import { DocumentsModule } from '#archive/documents';
import { TagsModule } from '#archive/tags';
import { ChangeTags } from './change-tags.js';
import { DocumentTagRepository } from './document-tag.repository.js';
import { DocumentTags } from './document-tags.js';

@Module({
  imports: [BatchesModule, DocumentsModule, TagsModule],
  providers: [ChangeTags, DocumentTagRepository, DocumentTags],
  exports: [BatchesModule, ChangeTags, DocumentTags],
})
export class DocumentTagsModule {}

import { Module } from '@nestjs/common';
import { DocumentTagsModule } from '#archive/document-tags';
import { DocumentsModule } from '#archive/documents';
import { TagsModule } from '#archive/tags';
import { TrashModule } from '#archive/trash';
import { PluginDocuments } from './plugin-documents.js';
import { PluginSubscribers } from './plugin-subscribers.js';

@Module({
  imports: [DocumentTagsModule, DocumentsModule, TagsModule, TrashModule],
  providers: [PluginDocuments, PluginSubscribers],
  exports: [PluginDocuments, PluginSubscribers],
})
export class PluginSubscribersModule {}

import { Module } from '@nestjs/common';
import { DocumentTagsModule } from '#libs/document-tags';
import { DocumentsModule } from '#libs/documents';
import { TagsModule } from '#libs/tags';
import { TrashModule } from '#libs/trash';
import { PluginDocuments } from './plugin-documents.js';
import { PluginSubscribers } from './plugin-subscribers.js';

@Module({
  imports: [DocumentTagsModule, DocumentsModule, TagsModule, TrashModule],
  providers: [PluginDocuments, PluginSubscribers],
  exports: [PluginDocuments, PluginSubscribers],
})
export class PluginSubscribersModule {}

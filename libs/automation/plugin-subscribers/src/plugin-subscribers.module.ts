import { Module } from '@nestjs/common';
import { MetadataModule } from '#archive/metadata';
import { DocumentsModule } from '#archive/documents';
import { TagsModule } from '#archive/tags';
import { TrashModule } from '#archive/trash';
import { PluginDocuments } from './plugin-documents.js';
import { PluginSubscribers } from './plugin-subscribers.js';

@Module({
  imports: [MetadataModule, DocumentsModule, TagsModule, TrashModule],
  providers: [PluginDocuments, PluginSubscribers],
  exports: [PluginDocuments, PluginSubscribers],
})
export class PluginSubscribersModule {}

import { Module } from '@nestjs/common';
import { TagCatalog } from './tag-catalog.js';
import { TagsService } from './tags.service.js';

@Module({ providers: [TagCatalog, TagsService], exports: [TagCatalog, TagsService] })
export class TagsModule {}

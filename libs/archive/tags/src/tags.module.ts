import { Module } from '@nestjs/common';
import { TagCounts } from './tag-counts.repository.js';
import { TagCountsCheck } from './tag-counts.check.js';
import { TagRepository } from './tag.repository.js';
import { TagsService } from './tags.service.js';
import { TwinTagsCheck } from './twin-tags.check.js';

@Module({
  providers: [TagCounts, TagCountsCheck, TagRepository, TagsService, TwinTagsCheck],
  exports: [TagCounts, TagRepository, TagsService],
})
export class TagsModule {}

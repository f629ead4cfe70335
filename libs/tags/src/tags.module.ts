import { Module } from '@nestjs/common';
import { TagRepository } from './tag.repository.js';
import { TagsService } from './tags.service.js';

@Module({ providers: [TagRepository, TagsService], exports: [TagRepository, TagsService] })
export class TagsModule {}

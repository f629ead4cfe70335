import { Module } from '@nestjs/common';
import { AutoTaggingModule } from '#automation/auto-tagging';
import { SuggestTagsHandler } from './suggest-tags.handler.js';

@Module({ imports: [AutoTaggingModule], providers: [SuggestTagsHandler] })
export class AutoTaggingWorkerModule {}

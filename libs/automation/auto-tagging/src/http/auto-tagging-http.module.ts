import { Module } from '@nestjs/common';
import { AutoTaggingModule } from '#automation/auto-tagging';
import { AutoTaggingPublicConfig } from './auto-tagging-public-config.js';
import { AutoTaggingUsageController } from './auto-tagging-usage.controller.js';
import { DocumentSuggestionsController } from './document-suggestions.controller.js';

@Module({
  imports: [AutoTaggingModule],
  controllers: [AutoTaggingUsageController, DocumentSuggestionsController],
  providers: [AutoTaggingPublicConfig],
})
export class AutoTaggingHttpModule {}

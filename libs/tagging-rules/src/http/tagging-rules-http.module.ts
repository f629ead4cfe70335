import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency';
import { TaggingRulesModule } from '#libs/tagging-rules';
import { TagMergeController } from './tag-merge.controller.js';
import { TaggingRulesController } from './tagging-rules.controller.js';

@Module({ imports: [IdempotencyModule, TaggingRulesModule], controllers: [TaggingRulesController, TagMergeController] })
export class TaggingRulesHttpModule {}

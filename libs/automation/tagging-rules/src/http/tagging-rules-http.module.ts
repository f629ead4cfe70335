import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#ground/idempotency';
import { TaggingRulesModule } from '#automation/tagging-rules';
import { RuleRunsController } from './rule-runs.controller.js';
import { TagMergeController } from './tag-merge.controller.js';
import { TaggingRulesController } from './tagging-rules.controller.js';

@Module({
  imports: [IdempotencyModule, TaggingRulesModule],
  controllers: [RuleRunsController, TaggingRulesController, TagMergeController],
})
export class TaggingRulesHttpModule {}

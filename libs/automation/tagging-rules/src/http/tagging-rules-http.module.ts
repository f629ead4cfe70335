import { Module } from '@nestjs/common';
import { RequestsModule } from '#ground/requests';
import { TaggingRulesModule } from '#automation/tagging-rules';
import { OptionMergeController } from './option-merge.controller.js';
import { RuleRunsController } from './rule-runs.controller.js';
import { TagMergeController } from './tag-merge.controller.js';
import { TaggingRulesController } from './tagging-rules.controller.js';

@Module({
  imports: [RequestsModule, TaggingRulesModule],
  controllers: [RuleRunsController, TaggingRulesController, TagMergeController, OptionMergeController],
})
export class TaggingRulesHttpModule {}

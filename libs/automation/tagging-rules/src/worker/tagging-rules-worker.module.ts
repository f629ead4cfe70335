import { Module } from '@nestjs/common';
import { TaggingRulesModule } from '#automation/tagging-rules';
import { ApplyTaggingRuleHandler } from './apply-tagging-rule.handler.js';
import { MergeTagsHandler } from './merge-tags.handler.js';
import { RemoveOldRuleRuns } from './remove-old-rule-runs.schedule.js';

@Module({ imports: [TaggingRulesModule], providers: [ApplyTaggingRuleHandler, MergeTagsHandler, RemoveOldRuleRuns] })
export class TaggingRulesWorkerModule {}

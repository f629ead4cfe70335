import { Module } from '@nestjs/common';
import { TaggingRulesModule } from '#automation/tagging-rules';
import { FollowUpHandler } from './follow-up.handler.js';
import { RemoveOldRuleRuns } from './remove-old-rule-runs.schedule.js';

@Module({ imports: [TaggingRulesModule], providers: [FollowUpHandler, RemoveOldRuleRuns] })
export class TaggingRulesWorkerModule {}

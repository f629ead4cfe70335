import { Module } from '@nestjs/common';
import { TaggingRulesModule } from '#automation/tagging-rules';
import { RemoveOldRuleRuns } from './remove-old-rule-runs.schedule.js';

@Module({ imports: [TaggingRulesModule], providers: [RemoveOldRuleRuns] })
export class TaggingRulesWorkerModule {}

import { Module } from '@nestjs/common';
import { TaggingRulesModule } from '#libs/tagging-rules';
import { ApplyTaggingRuleHandler } from './apply-tagging-rule.handler.js';

@Module({ imports: [TaggingRulesModule], providers: [ApplyTaggingRuleHandler] })
export class TaggingRulesWorkerModule {}

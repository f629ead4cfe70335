import { Module } from '@nestjs/common';
import { TaggingRulesModule } from '#libs/tagging-rules';
import { TaggingRulesController } from './tagging-rules.controller.js';

@Module({ imports: [TaggingRulesModule], controllers: [TaggingRulesController] })
export class TaggingRulesHttpModule {}

import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency';
import { TaggingRulesModule } from '#libs/tagging-rules';
import { TaggingRulesController } from './tagging-rules.controller.js';

@Module({ imports: [IdempotencyModule, TaggingRulesModule], controllers: [TaggingRulesController] })
export class TaggingRulesHttpModule {}

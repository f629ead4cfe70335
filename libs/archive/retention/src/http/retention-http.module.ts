import { Module } from '@nestjs/common';
import { RetentionModule } from '#archive/retention';
import { RequestsModule } from '#ground/requests';
import { LegalHoldsController } from './legal-holds.controller.js';
import { RetentionRulesController } from './retention-rules.controller.js';

@Module({
  imports: [RequestsModule, RetentionModule],
  controllers: [LegalHoldsController, RetentionRulesController],
})
export class RetentionHttpModule {}

import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#ground/idempotency';
import { IntakeEmailsModule } from '#outside/intake-emails';
import { IngestController } from './ingest.controller.js';
import { IntakeEmailsController } from './intake-emails.controller.js';
import { IntakeEmailsPublicConfig } from './intake-emails-public-config.js';
import { IntakeEmailsUsage } from './intake-emails-usage.js';
import { SignedBodies } from './signed-bodies.js';

@Module({
  imports: [IdempotencyModule, IntakeEmailsModule],
  controllers: [IngestController, IntakeEmailsController],
  providers: [IntakeEmailsPublicConfig, IntakeEmailsUsage, SignedBodies],
})
export class IntakeEmailsHttpModule {}

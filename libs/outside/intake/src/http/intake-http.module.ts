import { Module } from '@nestjs/common';
import { IntakeModule } from '#outside/intake';
import { IntakeFailuresController } from './intake-failures.controller.js';
import { RequestsModule } from '#ground/requests';
import { IngestController } from './ingest.controller.js';
import { IntakeEmailsController } from './intake-emails.controller.js';
import { IntakeEmailsPublicConfig } from './intake-emails-public-config.js';
import { IntakeEmailsUsage } from './intake-emails-usage.js';
import { SignedBodies } from './signed-bodies.js';
import { IntakeSourcesController } from './intake-sources.controller.js';

@Module({
  imports: [IntakeModule, RequestsModule],
  controllers: [IntakeFailuresController, IngestController, IntakeEmailsController, IntakeSourcesController],
  providers: [IntakeEmailsPublicConfig, IntakeEmailsUsage, SignedBodies],
})
export class IntakeHttpModule {}

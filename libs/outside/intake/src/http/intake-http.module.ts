import { Module } from '@nestjs/common';
import { RequestsModule } from '#ground/requests';
import { IntakeModule } from '#outside/intake';
import { IngestController } from './ingest.controller.js';
import { IntakeEmailsPublicConfig } from './intake-emails-public-config.js';
import { IntakeEmailsUsage } from './intake-emails-usage.js';
import { IntakeEmailsController } from './intake-emails.controller.js';
import { IntakeFailuresController } from './intake-failures.controller.js';
import { IntakeSourcesController } from './intake-sources.controller.js';
import { SignedBodies } from './signed-bodies.js';

@Module({
  imports: [IntakeModule, RequestsModule],
  controllers: [IntakeFailuresController, IngestController, IntakeEmailsController, IntakeSourcesController],
  providers: [IntakeEmailsPublicConfig, IntakeEmailsUsage, SignedBodies],
})
export class IntakeHttpModule {}

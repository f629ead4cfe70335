import { Module } from '@nestjs/common';
import { IntakeModule } from '#outside/intake';
import { IntakeFailuresController } from './intake-failures.controller.js';

@Module({ imports: [IntakeModule], controllers: [IntakeFailuresController] })
export class IntakeHttpModule {}

import { Module } from '@nestjs/common';
import { IntakeModule } from '#libs/intake';
import { Intakes } from './intakes.js';

@Module({ imports: [IntakeModule], providers: [Intakes] })
export class IntakeWorkerModule {}

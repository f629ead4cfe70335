import { Module } from '@nestjs/common';
import { DiagnosticsModule } from '#ground/features';
import { DatabaseCheck } from './database.check.js';
import { Readiness } from './readiness.js';

@Module({ imports: [DiagnosticsModule], providers: [DatabaseCheck, Readiness], exports: [Readiness] })
export class HealthModule {}

import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Diagnostics } from './diagnostics.js';

@Module({ imports: [DiscoveryModule], providers: [Diagnostics], exports: [Diagnostics] })
export class DiagnosticsModule {}

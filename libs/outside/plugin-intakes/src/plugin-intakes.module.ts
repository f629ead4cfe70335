import { Module } from '@nestjs/common';
import { IntakeSources } from './intake-sources.js';

@Module({ providers: [IntakeSources], exports: [IntakeSources] })
export class PluginIntakesModule {}

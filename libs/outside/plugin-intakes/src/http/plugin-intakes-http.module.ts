import { Module } from '@nestjs/common';
import { PluginIntakesModule } from '#outside/plugin-intakes';
import { IntakeSourcesController } from './intake-sources.controller.js';

@Module({ imports: [PluginIntakesModule], controllers: [IntakeSourcesController] })
export class PluginIntakesHttpModule {}

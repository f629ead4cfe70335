import { Module } from '@nestjs/common';
import { ConfigController } from './config.controller.js';
import { HealthController } from './health.controller.js';

@Module({ controllers: [ConfigController, HealthController] })
export class ObservabilityHttpModule {}

import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { HealthModule } from '../health.module.js';
import { PublicConfig } from '../public-config.js';
import { ConfigController } from './config.controller.js';
import { HealthController } from './health.controller.js';

@Module({
  imports: [DiscoveryModule, HealthModule],
  controllers: [ConfigController, HealthController],
  providers: [PublicConfig],
})
export class ServerInfoHttpModule {}

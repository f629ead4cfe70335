import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PublicConfig } from '../public-config.js';
import { ConfigController } from './config.controller.js';

@Module({ imports: [DiscoveryModule], controllers: [ConfigController], providers: [PublicConfig] })
export class ServerInfoHttpModule {}

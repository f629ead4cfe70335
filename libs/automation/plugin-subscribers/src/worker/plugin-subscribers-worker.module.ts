import { Module } from '@nestjs/common';
import { PluginSubscribersModule } from '#automation/plugin-subscribers';
import { PluginSubscriberHandler } from './plugin-subscriber.handler.js';

@Module({ imports: [PluginSubscribersModule], providers: [PluginSubscriberHandler] })
export class PluginSubscribersWorkerModule {}

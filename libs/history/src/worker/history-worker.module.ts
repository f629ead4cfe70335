import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PruneEventsSchedule } from './prune-events.schedule.js';
import { SubscriberDispatcher } from './subscriber-dispatcher.js';

@Module({ imports: [DiscoveryModule], providers: [PruneEventsSchedule, SubscriberDispatcher] })
export class HistoryWorkerModule {}

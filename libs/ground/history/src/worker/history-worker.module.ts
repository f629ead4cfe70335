import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PruneEventsSchedule } from './prune-events.schedule.js';
import { RecordUsageSchedule } from './record-usage.schedule.js';
import { SubscriberDispatcher } from './subscriber-dispatcher.js';

@Module({ imports: [DiscoveryModule], providers: [PruneEventsSchedule, RecordUsageSchedule, SubscriberDispatcher] })
export class HistoryWorkerModule {}

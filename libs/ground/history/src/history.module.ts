import { Global, Module, type DynamicModule } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { Clock } from '#ground/kernel';
import { Broadcasts } from './broadcasts.js';
import { ChangeListener } from './change-listener.js';
import { Changes } from './changes.js';
import { CountersCheck } from './counters.check.js';
import { Counters } from './counters.repository.js';
import { DocumentActivity } from './document-activity.repository.js';
import { EventLog } from './event-log.repository.js';
import { EventRepository } from './event.repository.js';
import { PendingChanges } from './pending-changes.js';
import { PruneEvents } from './prune-events.js';
import { Signals } from './signals.js';
import { UsageHistory } from './usage-history.repository.js';

const parts = [
  Broadcasts,
  Changes,
  Counters,
  DocumentActivity,
  EventLog,
  EventRepository,
  PendingChanges,
  PruneEvents,
  Signals,
  UsageHistory,
];

@Global()
@Module({})
export class HistoryModule {
  /** `listensTo` is the database whose changes this process wants to hear of; a command leaves it out. */
  static forRoot({ listensTo }: { listensTo?: string } = {}): DynamicModule {
    const listener = {
      provide: ChangeListener,
      useFactory: (signals: Signals, clock: Clock) =>
        listensTo === undefined ? null : new ChangeListener(listensTo, signals, clock),
      inject: [Signals, Clock],
    };
    return {
      module: HistoryModule,
      imports: [EventEmitterModule.forRoot()],
      providers: [...parts, CountersCheck, listener],
      exports: parts,
    };
  }
}

export { Broadcasts } from './broadcasts.js';
export { Changes, type Effect } from './changes.js';
export type { CounterDeltas } from './counter-deltas.js';
export { activeDocumentsOf, Counters, type CounterDifference, type CounterValues } from './counters.repository.js';
export { DocumentActivity, type ActivityEntry } from './document-activity.repository.js';
export {
  defineEvent,
  definedEvents,
  eventNamed,
  EVENT_NAMES,
  type ActivityEvent,
  type EventDefinition,
} from './event-definition.js';
export { EventLog, type LoggedEvent, type LogPage, type LogSelection } from './event-log.repository.js';
export {
  EventRepository,
  type EventActor,
  type EventPage,
  type EventQuery,
  type LocatedEvent,
  type LatestEvents,
  type LatestEventsQuery,
  type RecordedEvent,
} from './event.repository.js';
export {
  HANDLED_SUBSCRIBER,
  Handles,
  type DeliveryAttempt,
  type EventHandler,
  type HandledSubscribers,
} from './handles.decorator.js';
export { keepEventsWhile } from './kept-events.js';
export { HistoryModule } from './history.module.js';
export { PendingChanges } from './pending-changes.js';
export type { PendingActivity } from './pending-changes.repository.js';
export { PruneEvents } from './prune-events.js';
export { ChangesCommitted, ChangesMissed, OnSignal, Signals, type CommittedChanges, type Signal } from './signals.js';
export {
  definedSubscribers,
  defineSubscriber,
  removeSubscriber,
  subscriberQueue,
  type EventDelivery,
  type Subscriber,
} from './subscriber-definition.js';
export { MAX_USAGE_DAYS, UsageHistory, type UsageOfDay } from './usage-history.repository.js';

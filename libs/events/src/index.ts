export { defineEvent, definedEvents, type EventDefinition } from './event-definition.js';
export { EventLog } from './event-log.js';
export { EventsModule } from './events.module.js';

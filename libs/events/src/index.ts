import { defineEvent as define, type EventDefinition } from '#libs/history';

export { EventLog } from './event-log.js';
export { EventsModule } from './events.module.js';

/** An event whose activity entries are recorded separately. */
export function defineEvent<Payload extends object>(name: string, description: string): EventDefinition<Payload> {
  return define<Payload>(name, { description });
}

/** What the activity list of a document calls a change. */
export type ActivityEvent =
  'created' | 'deleted' | 'not-split' | 'restored' | 'split' | 'tagged' | 'untagged' | 'updated';

/** A kind of change in an organization. The payload holds ids and changed facts, never the text of a document. */
export interface EventDefinition<Payload extends object> {
  /** As the contract spells it: `document:tag:added`. */
  readonly name: string;
  /** What happened, for the reference page. */
  readonly description: string;
  /** The entry that each such event adds to the activity of `payload.documentId`. */
  readonly activity?: ActivityEvent;
  /** Carries the type only. */
  readonly payload?: Payload;
}

interface EventOptions<Payload extends object> {
  description: string;
  /** Only for payloads with a `documentId`. The entry takes over what `Changes` knows: `tagId`, `updatedFields` and others. */
  activity?: Payload extends { documentId: string } ? ActivityEvent : never;
}

const definitions = new Map<string, EventDefinition<object>>();
const names: string[] = [];

/** The name of every event. It grows while features are loaded, so keep the list itself and not a copy. */
export const EVENT_NAMES: readonly string[] = names;

/** Defines an event: `defineEvent<{ tagId: string }>('tag:created', { description: 'A tag was created.' })`. */
export function defineEvent<Payload extends object>(
  name: string,
  options: EventOptions<Payload>,
): EventDefinition<Payload> {
  if (definitions.has(name)) throw new Error(`the event ${name} is defined twice`);
  const definition: EventDefinition<Payload> = { name, ...options };
  definitions.set(name, definition);
  names.push(name);
  return definition;
}

/** Returns all events, for `docs/reference/events.md`. */
export function definedEvents(): EventDefinition<object>[] {
  return [...definitions.values()].sort((a, b) => a.name.localeCompare(b.name));
}

export const eventNamed = (name: string): EventDefinition<object> | undefined => definitions.get(name);

/** A fact about an organization that others may react to. The payload holds ids and changed facts, never texts. */
export interface EventDefinition<Payload extends object> {
  /** As the contract spells it: `document:tag:added`. */
  readonly name: string;
  /** What happened, for the reference page. */
  readonly description: string;
  /** Carries the type only. */
  readonly payload?: Payload;
}

const definitions = new Map<string, EventDefinition<object>>();

export function defineEvent<Payload extends object>(name: string, description: string): EventDefinition<Payload> {
  if (definitions.has(name)) throw new Error(`the event ${name} is defined twice`);
  const definition: EventDefinition<Payload> = { name, description };
  definitions.set(name, definition);
  return definition;
}

/** All events, for `docs/reference/events.md`. */
export function definedEvents(): EventDefinition<object>[] {
  return [...definitions.values()].sort((a, b) => a.name.localeCompare(b.name));
}

import type { DateTime } from '#ground/http-kit';
import type { EventPage, RecordedEvent } from '#ground/history';

export class EventActorView {
  /** `system` is the server itself, or a plugin. */
  type!: 'api-key' | 'session' | 'system';
  userId!: string | null;
  apiKeyId!: string | null;
  /** Why the server acted on its own; `plugin:<id>` for a change by a plugin. */
  reason!: string | null;
}

export class EventView {
  /** The place of the event in the log of its organization, for `after` and `Last-Event-ID`. */
  cursor!: string;
  /** The same in every place that shows this event. */
  id!: string;
  /** `document:created` and others, as in the list of events. */
  type!: string;
  timestamp!: DateTime;
  /** The fields that the list of events has for this type. */
  data!: object;
  /** Null for events recorded before actors were kept. */
  actor!: EventActorView | null;
  /** The request that caused the event; null for background work. */
  requestId!: string | null;
}

export class EventsResponse {
  /** In the order in which the changes were committed. */
  events!: EventView[];
  /** For `after` of the next request. */
  nextCursor!: string;
  /** True when there are later events. A page can be empty all the same when few events have the requested names. */
  hasMore!: boolean;
}

export function eventView({ id, position, name, payload, createdAt, actor, requestId }: RecordedEvent): EventView {
  return {
    cursor: String(position),
    id,
    type: name,
    timestamp: createdAt.toISOString(),
    data: payload,
    actor: actor && { type: actor.kind, userId: actor.userId, apiKeyId: actor.apiKeyId, reason: actor.reason },
    requestId,
  };
}

export function eventsResponse({ events, next, hasMore }: EventPage): EventsResponse {
  return { events: events.map(eventView), nextCursor: String(next), hasMore };
}

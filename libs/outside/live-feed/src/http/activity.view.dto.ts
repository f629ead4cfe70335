import type { NamedDocument } from '#archive/documents';
import type { LatestEvents } from '#ground/history';
import { eventView, type EventView } from './event.view.dto.js';

export class ActivityNameView {
  id!: string;
  name!: string;
}

export class ActivityDocumentView extends ActivityNameView {
  isInTrash!: boolean;
}

export class ActivityResponse {
  /** Newest first. */
  events!: EventView[];
  /** The users that the events of this page name. Empty for API keys, which cannot read members. */
  users!: ActivityNameView[];
  /** The documents that the events of this page name, as far as they still exist. */
  documents!: ActivityDocumentView[];
  /** For `before` of the next request. */
  nextCursor!: string;
  /** True when there may be earlier events. A page can be empty all the same when few events have the requested names. */
  hasMore!: boolean;
}

export function activityResponse(
  { events, next, hasMore }: LatestEvents,
  names: { users: ActivityNameView[]; documents: NamedDocument[] },
): ActivityResponse {
  return { events: events.map(eventView), ...names, nextCursor: String(next), hasMore };
}

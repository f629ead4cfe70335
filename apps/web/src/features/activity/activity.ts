import type { ActivityResponse, EventName, EventView } from '../../lib/api';
import { dayOfTime } from '../../lib/formats/days';

/** What a list of activity can be limited to, and the first part of the names of its events. */
export const KINDS = {
  documents: ['document'],
  tags: ['tag'],
  properties: ['custom-property'],
  views: ['document-view'],
  agenda: ['agenda', 'reminder'],
  retention: ['retention-rule'],
  requests: ['file-request'],
  members: ['member', 'invitation'],
  organization: ['organization'],
  intake: ['intake', 'intake-email'],
  webhooks: ['webhook'],
} as const satisfies Record<string, readonly string[]>;

export type Kind = keyof typeof KINDS;

export const isKind = (text: string | undefined): text is Kind => text !== undefined && Object.hasOwn(KINDS, text);

/**
 * Said by another event too: the text that was read is an update of the document, and a file that came in is a new
 * document. A file that was here before is listed with its file request.
 */
const REPEATED: ReadonlySet<string> = new Set(['document:content:extracted', 'file-request:file:received']);

/** The names to ask for. */
export function namesOfKind(all: readonly EventName[], kind: Kind | undefined): EventName[] {
  const parts: readonly string[] | undefined = kind && KINDS[kind];
  return all.filter((name) => !REPEATED.has(name) && parts?.includes(name.split(':')[0] ?? '') !== false);
}

/** What the ids of events stand for. */
export interface Names {
  users: ReadonlyMap<string, string>;
  documents: ReadonlyMap<string, { name: string; isInTrash: boolean }>;
}

export function namesOfPages(pages: readonly ActivityResponse[]): Names {
  return {
    users: new Map(pages.flatMap(({ users }) => users.map(({ id, name }) => [id, name]))),
    documents: new Map(pages.flatMap(({ documents }) => documents.map((document) => [document.id, document]))),
  };
}

export interface Day {
  /** `2026-07-03`, where the person is. */
  date: string;
  events: EventView[];
}

/** Events by day, in their order. */
export function byDay(events: readonly EventView[]): Day[] {
  const days: Day[] = [];
  for (const event of events) {
    const date = dayOfTime(event.timestamp);
    const last = days.at(-1);
    if (last?.date === date) last.events.push(event);
    else days.push({ date, events: [event] });
  }
  return days;
}

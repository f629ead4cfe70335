import type { AgendaEntry, AgendaPage, DateSource, OffsetUnit, Reminder } from '#outside/agenda';
import type { DateTime, Integer } from '#ground/http-kit';

export class ReminderView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  /** Null when the user is gone. */
  createdBy!: string | null;
  name!: string;
  query!: string;
  dateSource!: DateSource;
  /** Null for other sources than `property`, and when the property was deleted: the reminder has no entries then. */
  propertyId!: string | null;
  offsetAmount!: Integer;
  offsetUnit!: OffsetUnit;
  isEnabled!: boolean;
  sendsMail!: boolean;
}

export class ReminderResponse {
  reminder!: ReminderView;
}

class NamedThing {
  id!: string;
  name!: string;
}

/** Days are calendar days without a time zone: `2026-01-31`. */
export class AgendaEntryView {
  /** When it is due, or until when it was put off. */
  day!: string;
  /** The date of the document that the reminder counts from. */
  sourceDay!: string;
  snoozedUntil!: string | null;
  doneAt!: DateTime | null;
  /** Who has done it; null when it is not done. */
  doneBy!: NamedThing | null;
  document!: NamedThing;
  reminder!: NamedThing;
}

export class AgendaView {
  /** In the order of their days. */
  entries!: AgendaEntryView[];
  /** Null at the end. */
  nextCursor!: string | null;
  /** False: the queries of reminders find more than 50,000 documents with dates in the period, and some are left out. */
  isComplete!: boolean;
}

export class PreviewedEntriesView {
  entries!: AgendaEntryView[];
}

export class AgendaFeedView {
  /** When the address was made; null when there is none. */
  createdAt!: DateTime | null;
}

export class NewAgendaFeedView {
  /** The secret address for calendar programs. No other response has it. */
  url!: string;
  createdAt!: DateTime;
}

export function reminderView(reminder: Reminder): ReminderView {
  const { createdAt, updatedAt, ...facts } = reminder;
  return { ...facts, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function entryView({ changedAt: _, doneAt, ...entry }: AgendaEntry): AgendaEntryView {
  return { ...entry, doneAt: doneAt?.toISOString() ?? null };
}

/** `limit`: that of the request; one entry more was asked for. */
export function agendaView({ entries, isComplete }: AgendaPage, limit: number): AgendaView {
  const shown = entries.slice(0, limit);
  const last = entries.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last ? `${last.day}.${last.document.id}.${last.reminder.id}` : null;
  return { entries: shown.map(entryView), nextCursor, isComplete };
}

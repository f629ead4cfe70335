import { createHash } from 'node:crypto';
import ical, { ICalEventTransparency } from 'ical-generator';
import { cleanLine } from '@archivolt/plugin-kit';
import type { AgendaEntry } from './agenda.repository.js';

export interface CalendarFacts {
  /** Of the organization. */
  name: string;
  /** Of this server: an entry has the same UID in no other archive. */
  host: string;
  /** The page of a document. */
  urlOf: (documentId: string) => string;
}

/**
 * Entries as a calendar of RFC 5545. The same entries give the same text: its times are those of the last changes, and
 * an entry keeps its UID when it is put off.
 */
export function calendarOf(entries: readonly AgendaEntry[], { name, host, urlOf }: CalendarFacts): string {
  const calendar = ical({
    prodId: { company: 'Archivolt', product: 'Agenda', language: 'EN' },
    name: unescaped(name),
    ttl: 3_600,
  });
  for (const { day, sourceDay, document, reminder, changedAt } of entries) {
    const url = urlOf(document.id);
    calendar.createEvent({
      id: `${uidOf(`${reminder.id} ${document.id} ${sourceDay}`)}@${host}`,
      start: new Date(day),
      allDay: true,
      stamp: changedAt,
      summary: `${textOf(document.name)} – ${textOf(reminder.name)}`,
      description: url,
      url,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return `${calendar.toString()}\r\n`; // the library ends the last line without it
}

function uidOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Control characters and halves of characters are no text of a calendar. */
const textOf = (name: string): string => cleanLine(name).toWellFormed();

/** The library writes the name of a calendar as it is. */
const unescaped = (name: string): string => textOf(name).replace(/[\\;,]/g, ' ');

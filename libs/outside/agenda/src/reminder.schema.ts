import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** Which date of a document a reminder counts from. `dueDate`: the property with this role. */
export const DATE_SOURCES = ['createdAt', 'documentDate', 'dueDate', 'property'] as const;
export type DateSource = (typeof DATE_SOURCES)[number];

export const OFFSET_UNITS = ['days', 'months'] as const;
export type OffsetUnit = (typeof OFFSET_UNITS)[number];

const dayColumn = () => p.date().columnType('date');

export const reminder = defineEntity({
  name: 'Reminder',
  tableName: 'reminder',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    createdBy: idColumn().nullable(),
    name: textColumn(),
    /** Empty for all documents. */
    query: textColumn(),
    dateSource: textColumn().$type<DateSource>(),
    /** Null also when the property of the reminder was deleted. */
    propertyId: idColumn().nullable(),
    /** Negative for a day before the date. */
    offsetAmount: p.integer(),
    offsetUnit: textColumn().$type<OffsetUnit>(),
    isEnabled: p.boolean(),
    sendsMail: p.boolean(),
    /** Entries of earlier days are on the agenda, but nothing is sent about them. */
    announcesFrom: dayColumn(),
  },
});

/** What people and the daily run have noted about an entry. */
export const agendaMark = defineEntity({
  name: 'AgendaMark',
  tableName: 'agenda_mark',
  properties: {
    reminderId: idColumn().primary(),
    documentId: idColumn().primary(),
    /** The day that the entry counts from. */
    sourceDay: dayColumn().primary(),
    doneAt: dateColumn().nullable(),
    doneBy: idColumn().nullable(),
    snoozedUntil: dayColumn().nullable(),
    announcedOn: dayColumn().nullable(),
  },
});

/** The last day that was announced. */
export const agendaRun = defineEntity({
  name: 'AgendaRun',
  tableName: 'agenda_run',
  properties: {
    organizationId: idColumn().primary(),
    day: dayColumn(),
  },
});

/** The address at which a calendar reads the agenda of an organization for one member. */
export const agendaFeed = defineEntity({
  name: 'AgendaFeed',
  tableName: 'agenda_feed',
  properties: {
    organizationId: idColumn().primary(),
    userId: idColumn().primary(),
    secretHash: textColumn(),
    createdAt: dateColumn(),
  },
});

export interface ReminderTables {
  reminder: InferKyselyTable<typeof reminder>;
}

import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { bigintColumn, dateColumn, idColumn, textColumn } from '#ground/database';

const counter = () => bigintColumn().default('0');

/** Position of the last event, and the counters, of an organization. The last row that a transaction locks. */
export const organizationLog = defineEntity({
  name: 'OrganizationLog',
  tableName: 'organization_log',
  properties: {
    organizationId: idColumn().primary(),
    eventPosition: counter(),
    /** Up to this position events have been removed; some before it may be kept until they are handled. */
    prunedPosition: counter(),
    activeDocuments: counter(),
    activeBytes: counter(),
    trashedDocuments: counter(),
    trashedBytes: counter(),
  },
});

export const event = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    organizationId: idColumn(),
    position: bigintColumn(),
    name: textColumn(),
    payload: p.json<object>().columnType('jsonb'),
    /** Null for events recorded before actors were kept. */
    actorKind: textColumn().$type<'api-key' | 'session' | 'system'>().nullable(),
    actorUserId: idColumn().nullable(),
    actorApiKeyId: idColumn().nullable(),
    actorReason: textColumn().nullable(),
    requestId: textColumn().nullable(),
    /** Where the request came from, until the event is in the audit log. */
    clientAddress: textColumn().nullable(),
    userAgent: textColumn().nullable(),
  },
});

/** What happened to a document, for people. */
export const documentActivity = defineEntity({
  name: 'DocumentActivity',
  tableName: 'document_activity',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    documentId: idColumn(),
    event: textColumn(),
    eventData: p.json<object>().columnType('jsonb').nullable(),
    userId: idColumn().nullable(),
    tagId: idColumn().nullable(),
  },
});

/** What an organization stored at the end of a day. */
export const usageDay = defineEntity({
  name: 'UsageDay',
  tableName: 'usage_day',
  properties: {
    organizationId: idColumn().primary(),
    day: p.date().primary(),
    documents: bigintColumn(),
    bytes: bigintColumn(),
  },
});

export interface HistoryTables {
  organization_log: InferKyselyTable<typeof organizationLog>;
  event: InferKyselyTable<typeof event>;
  document_activity: InferKyselyTable<typeof documentActivity>;
}

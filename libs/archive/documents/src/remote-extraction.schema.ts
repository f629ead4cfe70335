import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** A plugin whose service is away. */
export const remoteOutage = defineEntity({
  name: 'RemoteOutage',
  tableName: 'remote_outage',
  properties: {
    plugin: idColumn().primary(),
    failures: p.integer(),
    since: dateColumn(),
    nextAttemptAt: dateColumn(),
    reason: textColumn(),
  },
});

/** How far the running extraction of a document is. */
export const extractionProgress = defineEntity({
  name: 'ExtractionProgress',
  tableName: 'extraction_progress',
  properties: {
    documentId: idColumn().primary(),
    done: p.integer(),
    total: p.integer().nullable(),
  },
});

export interface RemoteExtractionTables {
  remote_outage: InferKyselyTable<typeof remoteOutage>;
  extraction_progress: InferKyselyTable<typeof extractionProgress>;
}

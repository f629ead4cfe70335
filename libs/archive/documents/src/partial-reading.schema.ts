import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn } from '#ground/database';

/** A document whose file was read only in part, because the time was over. */
export const partialReading = defineEntity({
  name: 'PartialReading',
  tableName: 'partial_reading',
  properties: {
    documentId: idColumn().primary(),
    /** How often it was read again. */
    readings: p.integer(),
    /** The SHA-256 of the content that was read: a person may have written another one since. */
    contentHash: idColumn(),
    since: dateColumn(),
    /** Null until it is to be read again. */
    queuedAt: dateColumn().nullable(),
  },
});

export interface PartialReadingTables {
  partial_reading: InferKyselyTable<typeof partialReading>;
}

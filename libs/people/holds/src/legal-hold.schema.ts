import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

export const legalHold = defineEntity({
  name: 'LegalHold',
  tableName: 'legal_hold',
  properties: {
    id: idColumn().primary(),
    organizationId: idColumn(),
    /** Null: everything in the organization is held. */
    documentId: idColumn().nullable(),
    reason: textColumn(),
    setAt: dateColumn().defaultRaw('now()'),
    /** Null when the user is gone. */
    setBy: idColumn().nullable(),
  },
});

export interface LegalHoldTables {
  legal_hold: InferKyselyTable<typeof legalHold>;
}

import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn } from '#ground/database';

/** A thing of a source, and what it became in the organization. */
export const importItem = defineEntity({
  name: 'ImportItem',
  tableName: 'import_item',
  properties: {
    organizationId: idColumn().primary(),
    sourceId: idColumn().primary(),
    kind: idColumn().primary(),
    /** Of the thing in its source. */
    ref: idColumn().primary(),
    targetId: idColumn(),
    /** False: it was there before, and the import did not change it. */
    isNew: p.boolean(),
    createdAt: dateColumn().defaultRaw('now()'),
  },
});

export interface ImportItemTables {
  import_item: InferKyselyTable<typeof importItem>;
}

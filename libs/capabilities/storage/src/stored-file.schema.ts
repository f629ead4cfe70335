import { defineEntity, p } from '@mikro-orm/core';
import { dateColumn, textColumn } from '#ground/database';

/** Files that storage has, is receiving or is removing. */
export const storedFile = defineEntity({
  name: 'StoredFile',
  tableName: 'stored_file',
  properties: {
    storageKey: textColumn().primary(),
    /** Id of the storage plugin that has the file. */
    driver: textColumn().default('storage-local'),
    state: textColumn().$type<'committed' | 'deleting' | 'pending'>(),
    /** Of a file that belongs to no document: otherwise the document has them. */
    size: p.bigint('number').nullable(),
    sha256: textColumn().nullable(),
    createdAt: dateColumn().defaultRaw('now()'),
  },
});

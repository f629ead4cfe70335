import { defineEntity } from '@mikro-orm/core';
import { bigintColumn, dateColumn, textColumn } from '#ground/database';

/** Copies of files in a storage plugin other than the one that `stored_file` names: being made, or being removed. */
export const storedCopy = defineEntity({
  name: 'StoredCopy',
  tableName: 'stored_copy',
  properties: {
    id: bigintColumn().primary(),
    storageKey: textColumn(),
    driver: textColumn(),
    state: textColumn().$type<'copying' | 'removing'>(),
    createdAt: dateColumn().defaultRaw('now()'),
  },
});

import { defineEntity } from '@mikro-orm/core';
import { dateColumn, textColumn } from '#ground/database';

/** By what the archive recognizes the storage of each plugin. */
export const storageMarker = defineEntity({
  name: 'StorageMarker',
  tableName: 'storage_marker',
  properties: {
    driver: textColumn().primary(),
    marker: textColumn(),
    /** Null until the marker is known to be in the storage. */
    placedAt: dateColumn().nullable(),
  },
});

import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { bigintColumn, dateColumn, textColumn } from '#ground/database';
import type { damagedFile, fileScrub } from './damaged-file.schema.js';
import type { storageMarker } from './storage-marker.schema.js';
import type { storedFile } from './stored-file.schema.js';

/** Copies of files in a storage plugin other than the one that `stored_file` names: being made, or being removed. */
export const storedCopy = defineEntity({
  name: 'StoredCopy',
  tableName: 'stored_copy',
  properties: {
    id: bigintColumn().primary().autoincrement(),
    storageKey: textColumn(),
    driver: textColumn(),
    state: textColumn().$type<'copying' | 'removing'>(),
    createdAt: dateColumn().defaultRaw('now()'),
  },
});

export interface StorageTables {
  damaged_file: InferKyselyTable<typeof damagedFile>;
  file_scrub: InferKyselyTable<typeof fileScrub>;
  storage_marker: InferKyselyTable<typeof storageMarker>;
  stored_copy: InferKyselyTable<typeof storedCopy>;
  stored_file: InferKyselyTable<typeof storedFile>;
}

import type { Migration } from '#ground/database';

/** By what the archive recognizes the storage of each plugin: the same text is in a file there. */
export const storageMarkers: Migration = {
  name: '0048-storage-markers',
  up: `
    create table storage_marker (
      driver text collate "C" primary key,
      marker text not null,
      placed_at timestamptz(3) null
    );
  `,
  down: `
    drop table storage_marker;
  `,
};

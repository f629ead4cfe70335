import type { Migration } from '#ground/database';

/** Documents that the time did not suffice for, until they are read again. */
export const partialReadings: Migration = {
  name: '0046-partial-readings',
  up: `
    create table partial_reading (
      document_id text collate "C" primary key references document on delete cascade,
      readings integer not null,
      content_hash text collate "C" not null,
      since timestamptz(3) not null default now(),
      queued_at timestamptz(3) null
    );
    create index partial_reading_since_idx on partial_reading (since) where queued_at is null;
  `,
  down: 'drop table partial_reading;',
};

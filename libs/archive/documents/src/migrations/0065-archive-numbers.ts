import type { Migration } from '#ground/database';

/** The numbers that paper has in its folder: each once in an organization, documents of the trash included. */
export const archiveNumbers: Migration = {
  name: '0065-archive-numbers',
  up: `
    create table archive_number (
      document_id text collate "C" primary key references document on delete cascade,
      organization_id text collate "C" not null,
      number integer not null check (number between 1 and 999999999)
    );
    create unique index archive_number_of_organization on archive_number (organization_id, number);
  `,
  down: 'drop table archive_number;',
};

import type { Migration } from '#ground/database';

/**
 * The pages of the files that were read, and where their words are. Words are compressed already, so that PostgreSQL
 * need not try it again.
 */
export const documentPages: Migration = {
  name: '0025-document-pages',
  up: `
    create table document_page (
      document_id text collate "C" not null references document on delete cascade,
      page integer not null check (page > 0),
      width real null,
      height real null,
      source text not null check (source in ('text', 'ocr')),
      confidence real null,
      words bytea null,
      primary key (document_id, page)
    );
    alter table document_page alter column words set storage external;
  `,
  down: 'drop table document_page;',
};

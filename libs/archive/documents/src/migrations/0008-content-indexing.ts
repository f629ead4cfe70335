import type { Migration } from '#ground/database';

/** Whether the search index holds all words of a document's text. */
export const contentIndexing: Migration = {
  name: '0008-content-indexing',
  up: 'alter table document add column is_content_fully_indexed boolean not null default true;',
  down: 'alter table document drop column is_content_fully_indexed;',
};

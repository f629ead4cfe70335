import type { Migration } from '#ground/database';

/** How a document came in, for rules. Documents from before count as uploaded; no row is written for that. */
export const documentSource: Migration = {
  name: '0035-document-source',
  up: `
    alter table document add column source text not null default 'upload'
      check (source in ('upload', 'file-request', 'email', 'folder', 'plugin'));
  `,
  down: 'alter table document drop column source;',
};

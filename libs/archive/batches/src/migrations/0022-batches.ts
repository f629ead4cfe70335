import type { Migration } from '#ground/database';

/**
 * A batch, the documents that it was started with, and what it has changed. The documents are written down before the
 * first change, because a change can make a document match the query no longer. Neither list refers to `document`: a
 * document may be purged meanwhile. All three are removed when the batch can no longer be undone.
 */
export const batches: Migration = {
  name: '0022-batches',
  up: `
    create table batch (
      task_id text collate "C" primary key references task on delete cascade,
      operation text not null,
      parameters jsonb not null,
      query text null,
      undoes text collate "C" null,
      requested_by jsonb not null,
      is_selected boolean not null
    );

    create table batch_document (
      task_id text collate "C" not null references batch on delete cascade,
      document_id text collate "C" not null,
      primary key (task_id, document_id)
    );

    create table batch_change (
      task_id text collate "C" not null references batch on delete cascade,
      document_id text collate "C" not null,
      difference jsonb not null,
      primary key (task_id, document_id)
    );
  `,
  down: 'drop table batch_change, batch_document, batch;',
};

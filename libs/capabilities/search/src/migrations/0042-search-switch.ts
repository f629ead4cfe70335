import type { Migration } from '#ground/database';

/**
 * While a search plugin of this database is filled, the one before it answers: `answering_…`. The one that answered last
 * is written for a while, for processes that have not noticed, and is then emptied: `left_…`.
 *
 * A rebuild inside this database goes on in several parts at the same time, each with a position of its own. The end of
 * a part is included; the last one has none.
 */
export const searchSwitch: Migration = {
  name: '0042-search-switch',
  up: `
    alter table search_index
      add column is_transactional boolean not null default true,
      add column answering_plugin_id text collate "C" null,
      add column answering_index_version int null,
      add column left_plugin_id text collate "C" null,
      add column left_is_written boolean not null default false,
      add column roles_changed_at timestamptz(3) not null default now();
    update search_index set is_transactional = (
      select tgenabled = 'D' from pg_trigger
      where tgrelid = 'document'::regclass and tgname = 'search_document_insert');

    create table search_rebuild_part (
      number int primary key,
      rebuild_number int not null,
      after bigint not null,
      until bigint null,
      done int not null default 0,
      finished_at timestamptz(3) null
    );
  `,
  down: `
    drop table search_rebuild_part;
    alter table search_index drop column is_transactional, drop column answering_plugin_id,
      drop column answering_index_version, drop column left_plugin_id, drop column left_is_written,
      drop column roles_changed_at;
  `,
};

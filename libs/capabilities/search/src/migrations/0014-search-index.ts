import type { Migration } from '#ground/database';

/**
 * Which plugin has filled the search index, and the documents that a search engine outside this database has not
 * received yet. Triggers record them, in the transaction of the change, whatever code made it: also the deletion of a
 * tag, which reaches the documents by a cascade. A row is only added and deleted, never updated by a change, so
 * recording a change waits for no lock.
 *
 * The triggers are disabled as long as the search plugin writes in the transaction of the change itself. An archive from
 * before this migration was filled by version 1 of search-postgres.
 */
export const searchIndex: Migration = {
  name: '0014-search-index',
  up: `
    create table search_index (
      id boolean primary key default true check (id),
      plugin_id text collate "C" not null,
      index_version int not null,
      rebuild_reason text null,
      rebuild_number int not null default 0,
      rebuild_clears boolean not null default false,
      rebuild_after text collate "C" null,
      rebuild_done int not null default 0,
      filled_at timestamptz(3) null,
      failing_since timestamptz(3) null,
      failed_attempts int not null default 0,
      next_attempt_at timestamptz(3) null,
      last_error text null
    );
    insert into search_index (plugin_id, index_version, filled_at) values ('search-postgres', 1, now());

    create table search_change (
      id bigint generated always as identity primary key,
      document_id text collate "C" not null,
      organization_id text collate "C" not null,
      changed_at timestamptz(3) not null default now(),
      attempts int not null default 0,
      retry_at timestamptz(3) null,
      error text null
    );
    create index search_change_document on search_change (document_id);
    create index search_change_organization on search_change (organization_id, id);
    create sequence search_delivery;

    create function search_record_insert() returns trigger language plpgsql as $$ begin
      insert into search_change (document_id, organization_id)
      select id, organization_id from new_rows where deleted_at is null;
      return null;
    end $$;
    create function search_record_update() returns trigger language plpgsql as $$ begin
      insert into search_change (document_id, organization_id)
      select n.id, n.organization_id from new_rows n join old_rows o on o.id = n.id
      where (n.deleted_at is null or o.deleted_at is null) and
        (n.updated_at, n.name, n.document_date, n.deleted_at, n.created_at, n.organization_id)
        is distinct from (o.updated_at, o.name, o.document_date, o.deleted_at, o.created_at, o.organization_id);
      return null;
    end $$;
    create function search_record_delete() returns trigger language plpgsql as $$ begin
      insert into search_change (document_id, organization_id)
      select id, organization_id from old_rows where deleted_at is null;
      return null;
    end $$;
    create function search_record_tags() returns trigger language plpgsql as $$ begin
      insert into search_change (document_id, organization_id)
      select d.id, d.organization_id from document d
      where d.id in (select document_id from changed_rows) and d.deleted_at is null;
      return null;
    end $$;

    create trigger search_document_insert after insert on document
      referencing new table as new_rows for each statement execute function search_record_insert();
    create trigger search_document_update after update on document
      referencing old table as old_rows new table as new_rows for each statement execute function search_record_update();
    create trigger search_document_delete after delete on document
      referencing old table as old_rows for each statement execute function search_record_delete();
    create trigger search_tag_insert after insert on document_tag
      referencing new table as changed_rows for each statement execute function search_record_tags();
    create trigger search_tag_delete after delete on document_tag
      referencing old table as changed_rows for each statement execute function search_record_tags();

    alter table document disable trigger search_document_insert, disable trigger search_document_update,
      disable trigger search_document_delete;
    alter table document_tag disable trigger search_tag_insert, disable trigger search_tag_delete;
  `,
  down: `
    drop function search_record_insert, search_record_update, search_record_delete, search_record_tags cascade;
    drop table search_change;
    drop table search_index;
    drop sequence search_delivery;
  `,
};

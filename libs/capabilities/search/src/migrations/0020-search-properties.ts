import type { Migration } from '#ground/database';

/**
 * Changes of notes, types and custom properties are recorded for a search engine outside this database as well: also the
 * deletion of a property, an option, a user or a related document, which reaches the values by a cascade. The new
 * triggers are enabled exactly when those of `0014-search-index` are.
 *
 * Version 2 of search-postgres also keeps notes. The index of an archive without documents is complete as it is; any other
 * is filled again by the next start.
 *
 * The indexes answer searches for types and for texts of properties, and count documents by option. They hold the
 * beginning of a text: an index cannot hold a long one.
 */
export const searchProperties: Migration = {
  name: '0020-search-properties',
  up: `
    create or replace function search_record_update() returns trigger language plpgsql as $$ begin
      insert into search_change (document_id, organization_id)
      select n.id, n.organization_id from new_rows n join old_rows o on o.id = n.id
      where (n.deleted_at is null or o.deleted_at is null) and
        (n.updated_at, n.name, n.document_date, n.deleted_at, n.created_at, n.organization_id, n.notes, n.mime_type)
        is distinct from (o.updated_at, o.name, o.document_date, o.deleted_at, o.created_at, o.organization_id, o.notes,
          o.mime_type);
      return null;
    end $$;
    create function search_record_properties() returns trigger language plpgsql as $$ begin
      insert into search_change (document_id, organization_id)
      select d.id, d.organization_id from document d
      where d.id in (select document_id from changed_rows) and d.deleted_at is null;
      return null;
    end $$;

    create trigger search_property_insert after insert on document_custom_property
      referencing new table as changed_rows for each statement execute function search_record_properties();
    create trigger search_property_update after update on document_custom_property
      referencing new table as changed_rows for each statement execute function search_record_properties();
    create trigger search_property_delete after delete on document_custom_property
      referencing old table as changed_rows for each statement execute function search_record_properties();

    do $$ begin
      if exists (select from pg_trigger
          where tgrelid = 'document'::regclass and tgname = 'search_document_update' and tgenabled = 'D') then
        alter table document_custom_property disable trigger search_property_insert,
          disable trigger search_property_update, disable trigger search_property_delete;
      end if;
    end $$;

    update search_index set index_version = 2
    where plugin_id = 'search-postgres' and not exists (select from document);

    create index document_mime_type on document (organization_id, (lower(mime_type) collate "C"))
      where deleted_at is null;
    create index document_custom_property_text on document_custom_property
      (property_id, (left(text_value, 100)), document_id) where text_value is not null;
    create index document_custom_property_choice on document_custom_property
      (document_id, property_id, option_id, boolean_value) where option_id is not null or boolean_value is not null;
  `,
  down: `
    drop index document_custom_property_choice;
    drop index document_custom_property_text;
    drop index document_mime_type;
    drop function search_record_properties cascade;
    create or replace function search_record_update() returns trigger language plpgsql as $$ begin
      insert into search_change (document_id, organization_id)
      select n.id, n.organization_id from new_rows n join old_rows o on o.id = n.id
      where (n.deleted_at is null or o.deleted_at is null) and
        (n.updated_at, n.name, n.document_date, n.deleted_at, n.created_at, n.organization_id)
        is distinct from (o.updated_at, o.name, o.document_date, o.deleted_at, o.created_at, o.organization_id);
      return null;
    end $$;
  `,
};

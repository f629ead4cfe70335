/** The tables of the core that a search plugin may read, with the indexes it counts on. */
export const CORE_TABLES = `
  create table document (
    id text collate "C" primary key,
    sequence bigint not null unique,
    organization_id text collate "C" not null,
    name_sort_key text collate "C" not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    document_date timestamptz,
    deleted_at timestamptz,
    mime_type text not null
  );
  create index document_created on document (organization_id, created_at, id) where deleted_at is null;
  create index document_updated on document (organization_id, updated_at, created_at, id) where deleted_at is null;
  create index document_name on document (organization_id, name_sort_key, created_at, id) where deleted_at is null;
  create index document_dated on document (organization_id, document_date nulls first, created_at, id)
    where deleted_at is null;
  create table document_tag (
    document_id text collate "C" not null references document on delete cascade,
    tag_id text collate "C" not null,
    primary key (document_id, tag_id)
  );
  create table document_custom_property (
    document_id text collate "C" not null references document on delete cascade,
    property_id text collate "C" not null,
    position int not null,
    text_value text,
    number_value double precision,
    date_value timestamptz,
    boolean_value boolean,
    option_id text collate "C",
    user_id text collate "C",
    related_document_id text collate "C",
    primary key (document_id, property_id, position)
  );
  create index document_custom_property_property on document_custom_property (property_id, document_id);
  create index document_mime_type on document (organization_id, (lower(mime_type) collate "C"))
    where deleted_at is null;
  create index document_custom_property_text on document_custom_property
    (property_id, (left(text_value, 100)), document_id) where text_value is not null;
  create index document_custom_property_choice on document_custom_property
    (document_id, property_id, option_id, boolean_value) where option_id is not null or boolean_value is not null;
  create index document_custom_property_number on document_custom_property (property_id, number_value, document_id)
    where number_value is not null;
  create index document_custom_property_date on document_custom_property (property_id, date_value, document_id)
    where date_value is not null;
  create index document_custom_property_option on document_custom_property (option_id, document_id)
    where option_id is not null;
  create index document_custom_property_user on document_custom_property (user_id) where user_id is not null;
  create index document_custom_property_related on document_custom_property (related_document_id)
    where related_document_id is not null;
  create index document_tag_tag on document_tag (tag_id, document_id);
`;

/**
 * The log of an organization, which the core moves on with each change of a document. Here triggers do it, so that a
 * test that forgets it cannot exist. An event names its document, as those of the core do.
 */
export const CORE_LOG = `
  create table organization_log (
    organization_id text collate "C" primary key,
    event_position bigint not null default 0
  );
  create table event (
    id text collate "C" primary key default gen_random_uuid()::text,
    organization_id text collate "C" not null,
    position bigint not null,
    name text not null,
    payload jsonb not null,
    unique (organization_id, position)
  );
  create function note_change() returns trigger language plpgsql as $$
  declare
    changed record := coalesce(new, old);
    document_of text;
    organization text;
    at bigint;
  begin
    document_of := case tg_table_name when 'document' then to_jsonb(changed) ->> 'id' else to_jsonb(changed) ->> 'document_id' end;
    organization := coalesce(to_jsonb(changed) ->> 'organization_id', (select d.organization_id from document d where d.id = document_of));
    if organization is null then return null; end if;
    insert into organization_log values (organization, 1)
      on conflict (organization_id) do update set event_position = organization_log.event_position + 1
      returning event_position into at;
    insert into event (organization_id, position, name, payload) values (organization, at,
      case when tg_table_name = 'document' and tg_op = 'DELETE' then 'document:purged' else 'document:updated' end,
      jsonb_build_object('documentId', document_of));
    return null;
  end $$;
  create trigger note_document after insert or update or delete on document for each row execute function note_change();
  create trigger note_tag after insert or update or delete on document_tag for each row execute function note_change();
  create trigger note_property after insert or update or delete on document_custom_property
    for each row execute function note_change();
`;

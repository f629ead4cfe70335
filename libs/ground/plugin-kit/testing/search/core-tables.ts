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
    mime_type text not null,
    notes text,
    original_size bigint not null,
    source text not null,
    created_by text collate "C",
    is_in_inbox boolean not null
  );
  create index document_created on document (organization_id, created_at, id) where deleted_at is null;
  create index document_updated on document (organization_id, updated_at, created_at, id) where deleted_at is null;
  create index document_name on document (organization_id, name_sort_key, created_at, id) where deleted_at is null;
  create index document_by_size on document (organization_id, original_size, created_at, id) where deleted_at is null;
  create index document_dated on document (organization_id, document_date nulls first, created_at, id)
    where deleted_at is null;
  create table document_page (
    document_id text collate "C" not null references document on delete cascade,
    page int not null,
    primary key (document_id, page)
  );
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

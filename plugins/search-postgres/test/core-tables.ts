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
    deleted_at timestamptz
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
  create index document_tag_tag on document_tag (tag_id, document_id);
`;

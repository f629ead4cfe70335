import type { PluginMigration } from '@archivolt/plugin-kit';

/**
 * `terms` holds a word list per document, every word marked with the number of its organization, so that each
 * organization has posting lists of its own. The vectors are kept out of line: a count reads only narrow rows.
 * `search_text` (now `search_postgres_text`) holds the folded text that phrases are verified in.
 */
const TABLES = `
  create table search_organization (
    id text collate "C" primary key,
    number int generated always as identity unique
  );

  create table search_document (
    id bigint primary key,
    created_at timestamptz not null,
    document_id text collate "C" not null unique,
    terms tsvector not null
  ) with (toast_tuple_target = 128);

  create index search_document_terms on search_document
    using gin (terms) with (fastupdate = on, gin_pending_list_limit = 1024);

  create table search_text (
    id bigint primary key,
    name text collate "C" not null,
    content text collate "C" not null
  ) with (toast_tuple_target = 128);
`;

/** The names begin with the id of the plugin, as those of every plugin. */
const OWN_NAMES = `
  alter table search_organization rename to search_postgres_organization;
  alter table search_document rename to search_postgres_document;
  alter table search_text rename to search_postgres_text;
  alter index search_document_terms rename to search_postgres_terms;
  alter index search_organization_pkey rename to search_postgres_organization_pkey;
  alter index search_organization_number_key rename to search_postgres_organization_number_key;
  alter index search_document_pkey rename to search_postgres_document_pkey;
  alter index search_document_document_id_key rename to search_postgres_document_document_id_key;
  alter index search_text_pkey rename to search_postgres_text_pkey;
  alter sequence search_organization_number_seq rename to search_postgres_organization_number_seq;
`;

/** Empty until the rebuild after an update has filled it. */
const NOTES = `alter table search_postgres_text add column notes text collate "C" not null default ''`;

export const migrations: readonly PluginMigration[] = [
  { name: '0001-search-document', up: TABLES },
  { name: '0002-own-names', up: OWN_NAMES },
  { name: '0003-notes', up: NOTES },
];

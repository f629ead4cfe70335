import type { PluginMigration } from '@archivolt/plugin-kit';

/**
 * `terms` holds a word list per document, every word marked with the number of its organization, so that each
 * organization has posting lists of its own. The vectors are kept out of line: a count reads only narrow rows.
 * `search_text` holds the folded text that phrases are verified in.
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

export const migrations: readonly PluginMigration[] = [{ name: '0001-search-document', up: TABLES }];

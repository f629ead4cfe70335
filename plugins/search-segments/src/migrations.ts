import type { PluginMigration } from '@archivolt/plugin-kit';

/**
 * `search_segments_text` has a row for every document of the index, with the folded texts that phrases are verified in.
 * `search_segments_tail` has the documents that are in no segment yet, or not as they are now: a removed one is a row
 * without terms. Its version is a time: a crash may take back a version that others have seen, and a sequence would give
 * it to another text. A segment and its blocks never change; a newer one, and the tail above all, count before an older one.
 * `search_segments_build` has the one segment per organization that is being written; its blocks have no segment until
 * it is complete.
 */
const TABLES = `
  create sequence search_segments_number;

  create table search_segments_text (
    sequence bigint primary key,
    organization_id text collate "C" not null,
    document_id text collate "C" not null unique,
    name text collate "C" not null,
    notes text collate "C" not null,
    content text collate "C" not null
  ) with (toast_tuple_target = 128);

  create table search_segments_tail (
    organization_id text collate "C" not null,
    sequence bigint not null,
    version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
    document_id text collate "C" not null,
    created_at_micros bigint not null,
    is_removed boolean not null default false,
    bytes int not null default 0,
    name bytea,
    notes bytea,
    content bytea,
    primary key (organization_id, sequence)
  ) with (toast_tuple_target = 128);

  create table search_segments_segment (
    id bigint primary key,
    organization_id text collate "C" not null,
    first_age bigint not null,
    last_age bigint not null,
    size int not null,
    directory bytea not null
  ) with (toast_tuple_target = 128);
  alter table search_segments_segment alter column directory set storage external;
  create index search_segments_segment_organization on search_segments_segment (organization_id, last_age);

  create table search_segments_block (
    segment_id bigint not null,
    first_term bytea not null,
    body bytea not null,
    primary key (segment_id, first_term)
  );
  alter table search_segments_block alter column body set storage plain;

  create table search_segments_build (
    organization_id text collate "C" primary key,
    segment_id bigint not null,
    renewed_at timestamptz not null default clock_timestamp()
  );
`;

export const migrations: readonly PluginMigration[] = [{ name: '0001-segments', up: TABLES }];

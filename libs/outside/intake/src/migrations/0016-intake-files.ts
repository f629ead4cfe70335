import type { Migration } from '#ground/database';

/**
 * What became of each file that an intake handed over. A row is not bound to its document or organization: a source that
 * still has the file must not bring it back when those are gone.
 */
export const intakeFiles: Migration = {
  name: '0016-intake-files',
  up: `
    create table intake_file (
      plugin_id text collate "C" not null,
      instance text collate "C" not null,
      key_hash text collate "C" not null,
      organization_id text collate "C" not null,
      outcome text not null check (outcome in ('created', 'duplicate', 'refused')),
      document_id text collate "C" null,
      reason text null,
      created_at timestamptz(3) not null default now(),
      primary key (plugin_id, instance, key_hash),
      check ((outcome = 'refused') = (document_id is null) and (outcome = 'refused') = (reason is not null))
    );
  `,
  down: 'drop table intake_file;',
};

import type { Migration } from '#ground/database';

/**
 * What an intake could not take, until it is taken or removed from the list. The organization is no foreign key: the
 * held files must be removed after it, and the rows know them.
 */
export const intakeFailures: Migration = {
  name: '0036-intake-failures',
  up: `
    create table intake_failure (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      last_attempt_at timestamptz(3) not null default now(),
      attempts int not null default 1,
      state text not null default 'open' check (state in ('open', 'retrying')),
      organization_id text collate "C" not null,
      plugin_id text collate "C" not null,
      instance text collate "C" not null,
      key text not null,
      key_hash text collate "C" not null,
      kind text not null check (kind in ('file', 'mail')),
      source text not null check (source in ('email', 'folder', 'plugin')),
      file_name text null,
      mime_type text null,
      tags text[] not null default '{}',
      sender text null,
      subject text null,
      size bigint null,
      reason text not null,
      reference text null,
      storage_key text collate "C" null,
      unique (plugin_id, instance, key_hash)
    );
    create index intake_failure_list on intake_failure (organization_id, created_at desc, id desc);
    create index intake_failure_age on intake_failure (created_at);
    create index intake_failure_reference on intake_failure using hash (reference);
  `,
  down: `
    update stored_file set state = 'deleting' where storage_key in (select storage_key from intake_failure);
    drop table intake_failure;
  `,
};

import type { Migration } from '#ground/database';

/** `json` and not `jsonb`: the keys keep their order. */
export const userPreferences: Migration = {
  name: '0023-user-preferences',
  up: `
    create table user_preferences (
      user_id text collate "C" primary key references "user" on delete cascade,
      updated_at timestamptz(3) not null default now(),
      preferences json not null check (octet_length(preferences::text) <= 16384)
    );
  `,
  down: 'drop table user_preferences;',
};

import type { Migration } from '#ground/database';

/** What each organization has asked of auto-tagging plugins, by month in UTC. */
export const autoTaggingUsage: Migration = {
  name: '0041-auto-tagging-usage',
  up: `
    create table auto_tagging_usage (
      organization_id text collate "C" not null references organization on delete cascade,
      month text collate "C" not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
      provider text collate "C" not null,
      requests bigint not null default 0,
      failures bigint not null default 0,
      input_tokens bigint not null default 0,
      output_tokens bigint not null default 0,
      primary key (organization_id, month, provider)
    );
  `,
  down: `drop table auto_tagging_usage;`,
};

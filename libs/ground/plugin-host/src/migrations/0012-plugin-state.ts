import type { Migration } from '#ground/database';

/** Values that plugins keep without tables of their own. */
export const pluginStateTable: Migration = {
  name: '0012-plugin-state',
  up: `
    create table plugin_state (
      plugin_id text collate "C" not null,
      instance text collate "C" not null,
      key text collate "C" not null,
      value text not null,
      updated_at timestamptz not null default now(),
      primary key (plugin_id, instance, key)
    );
  `,
  down: 'drop table plugin_state;',
};

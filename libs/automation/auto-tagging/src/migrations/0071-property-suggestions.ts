import type { Migration } from '#ground/database';

/** Values of custom properties that wait for a person, and the switch of each organization for them. */
export const propertySuggestions: Migration = {
  name: '0071-property-suggestions',
  up: `
    create table property_suggestion (
      document_id text collate "C" not null references document on delete cascade,
      property_id text collate "C" not null references custom_property on delete cascade,
      value jsonb not null,
      provider text collate "C" not null,
      created_at timestamptz(3) not null default now(),
      primary key (document_id, property_id)
    );
    create index property_suggestion_property on property_suggestion (property_id);
    alter table organization_settings add column auto_tagging_can_suggest_properties boolean null;
  `,
  down: `
    alter table organization_settings drop column auto_tagging_can_suggest_properties;
    drop table property_suggestion;
  `,
};

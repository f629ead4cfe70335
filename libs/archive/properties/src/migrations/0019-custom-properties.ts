import type { Migration } from '#ground/database';

/**
 * One row per value; a property with several values has several rows, in the order of `position`. Only the column of the
 * type of the property is set. Names and keys of options are checked at the commit: a request may exchange them.
 */
export const customProperties: Migration = {
  name: '0019-custom-properties',
  up: `
    create table custom_property (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      organization_id text collate "C" not null references organization on delete cascade,
      name text not null,
      key text not null,
      description text null,
      type text not null check (type in ('text', 'number', 'date', 'boolean', 'select', 'multi_select', 'user_relation',
        'document_relation')),
      display_order int not null default 0,
      constraint custom_property_key unique (organization_id, key),
      constraint custom_property_name unique (organization_id, name)
    );

    create table custom_property_option (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      property_id text collate "C" not null references custom_property on delete cascade,
      name text not null,
      key text not null,
      display_order int not null default 0,
      constraint custom_property_option_key unique (property_id, key) deferrable initially deferred,
      constraint custom_property_option_name unique (property_id, name) deferrable initially deferred
    );

    create table document_custom_property (
      document_id text collate "C" not null references document on delete cascade,
      property_id text collate "C" not null references custom_property on delete cascade,
      position int not null default 0,
      text_value text null,
      number_value double precision null,
      date_value timestamptz(3) null,
      boolean_value boolean null,
      option_id text collate "C" null references custom_property_option on delete cascade,
      user_id text collate "C" null references "user" on delete cascade,
      related_document_id text collate "C" null references document on delete cascade,
      primary key (document_id, property_id, position),
      check (num_nonnulls(text_value, number_value, date_value, boolean_value, option_id, user_id,
        related_document_id) = 1)
    );
    create index document_custom_property_property on document_custom_property (property_id, document_id);
    create index document_custom_property_number on document_custom_property (property_id, number_value, document_id)
      where number_value is not null;
    create index document_custom_property_date on document_custom_property (property_id, date_value, document_id)
      where date_value is not null;
    create index document_custom_property_option on document_custom_property (option_id, document_id)
      where option_id is not null;
    create index document_custom_property_user on document_custom_property (user_id) where user_id is not null;
    create index document_custom_property_related on document_custom_property (related_document_id)
      where related_document_id is not null;
  `,
  down: `
    drop table document_custom_property;
    drop table custom_property_option;
    drop table custom_property;
  `,
};

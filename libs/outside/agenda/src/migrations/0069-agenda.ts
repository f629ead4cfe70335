import type { Migration } from '#ground/database';

/**
 * A reminder without its property is off until it gets another one. What people and the daily run note about an entry
 * belongs to the day that it counts from: a document whose date changes has a new entry. A feed is deleted with the
 * membership.
 */
export const agenda: Migration = {
  name: '0069-agenda',
  up: `
    create table reminder (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      organization_id text collate "C" not null references organization on delete cascade,
      created_by text collate "C" null references "user" on delete set null,
      name text not null check (char_length(name) between 1 and 255),
      query text not null check (char_length(query) <= 1024),
      date_source text collate "C" not null check (date_source in ('createdAt', 'documentDate', 'dueDate', 'property')),
      property_id text collate "C" null references custom_property on delete set null,
      offset_amount int not null check (offset_amount between -1000 and 1000),
      offset_unit text collate "C" not null check (offset_unit in ('days', 'months')),
      is_enabled boolean not null,
      sends_mail boolean not null,
      announces_from date not null
    );
    create index reminder_organization on reminder (organization_id, created_at, id);
    create index reminder_created_by on reminder (created_by) where created_by is not null;
    create index reminder_property on reminder (property_id) where property_id is not null;

    create table agenda_mark (
      reminder_id text collate "C" not null references reminder on delete cascade,
      document_id text collate "C" not null references document on delete cascade,
      source_day date not null,
      done_at timestamptz(3) null,
      done_by text collate "C" null,
      snoozed_until date null,
      announced_on date null,
      primary key (reminder_id, document_id, source_day)
    );
    create index agenda_mark_document on agenda_mark (document_id);
    create index agenda_mark_snoozed on agenda_mark (reminder_id, snoozed_until) where snoozed_until is not null;

    create table agenda_run (
      organization_id text collate "C" primary key references organization on delete cascade,
      day date not null
    );

    create table agenda_feed (
      organization_id text collate "C" not null,
      user_id text collate "C" not null,
      secret_hash text collate "C" not null unique,
      created_at timestamptz(3) not null,
      primary key (organization_id, user_id),
      foreign key (organization_id, user_id) references organization_member (organization_id, user_id) on delete cascade
    );
  `,
  down: 'drop table agenda_feed, agenda_run, agenda_mark, reminder;',
};

import type { Migration } from '#ground/database';

/** Addresses are kept in lower case, so that the unique constraint holds for every way to write one. */
export const intakeEmails: Migration = {
  name: '0037-intake-emails',
  up: `
    create table intake_email (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      organization_id text collate "C" not null references organization on delete cascade,
      email_address text collate "C" not null constraint intake_email_address unique
        check (email_address = lower(email_address)),
      is_enabled boolean not null default true,
      allowed_origins text[] not null default '{}',
      keeps_message boolean not null default false
    );
    create index intake_email_organization on intake_email (organization_id, id);
  `,
  down: 'drop table intake_email;',
};

import type { Migration } from '#ground/database';

/** Accounts that administrators have disabled. */
export const disabledUsers: Migration = {
  name: '0034-disabled-users',
  up: `
    alter table "user" add column disabled_at timestamptz(3) null;
    create index user_newest on "user" (created_at desc, id desc);
  `,
  down: `
    drop index user_newest;
    alter table "user" drop column disabled_at;
  `,
};

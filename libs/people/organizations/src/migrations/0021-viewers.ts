import type { Migration } from '#ground/database';

/** Members who only read. An earlier version knows no such role and would let them write, so it gets none of them. */
export const viewers: Migration = {
  name: '0021-viewers',
  up: `
    alter table organization_member drop constraint organization_member_role_check;
    alter table organization_member add constraint organization_member_role_check
      check (role in ('owner', 'admin', 'member', 'viewer'));
  `,
  down: `
    delete from organization_member where role = 'viewer';
    alter table organization_member drop constraint organization_member_role_check;
    alter table organization_member add constraint organization_member_role_check
      check (role in ('owner', 'admin', 'member'));
  `,
};

import type { Migration } from '#ground/database';

/** The names of the roles are in `property-roles.ts`: a new one needs no migration. */
export const propertyRoles: Migration = {
  name: '0062-property-roles',
  up: `
    alter table custom_property
      add column role text null,
      add column hidden boolean not null default false,
      add constraint custom_property_role unique (organization_id, role);
  `,
  down: `
    alter table custom_property
      drop constraint custom_property_role,
      drop column hidden,
      drop column role;
  `,
};

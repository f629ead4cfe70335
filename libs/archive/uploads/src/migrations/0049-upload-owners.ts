import type { Migration } from '#ground/database';

/** Only who began an upload may see, continue and cancel it. Null for uploads of earlier versions, which end within a day. */
export const uploadOwners: Migration = {
  name: '0049-upload-owners',
  up: `
    alter table resumable_upload add column created_by text collate "C" null;
  `,
  down: `
    alter table resumable_upload drop column created_by;
  `,
};

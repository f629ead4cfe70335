import type { Migration } from '#ground/database';

/** How the stacks of an organization are split at sheets and labels. */
export const splitSettings: Migration = {
  name: '0074-split-settings',
  up: `
    alter table code_settings
      add column can_split boolean null,
      add column separators text[] null,
      add column keeps_separators boolean null,
      add column splits_at_archive_numbers boolean null,
      add column keeps_split_documents boolean null;
  `,
  down: `
    alter table code_settings
      drop column can_split,
      drop column separators,
      drop column keeps_separators,
      drop column splits_at_archive_numbers,
      drop column keeps_split_documents;
  `,
};

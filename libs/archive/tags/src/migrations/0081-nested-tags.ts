import type { Migration } from '#ground/database';

/** A tag may have a tag above it. */
export const nestedTags: Migration = {
  name: '0081-nested-tags',
  up: `
    alter table tag add column parent_id text collate "C" null references tag on delete set null check (parent_id <> id);
    create index tag_below on tag (parent_id) where parent_id is not null;
  `,
  down: `
    alter table tag drop column parent_id;
  `,
};

import type { Migration } from '#ground/database';

/**
 * How the date of a document was found, while it is one that no one has set, and whether someone has taken the date away.
 */
export const dateFindings: Migration = {
  name: '0058-date-findings',
  up: `
    alter table document add column date_finding jsonb null;
    alter table document add column is_date_removed boolean not null default false;
  `,
  down: `
    alter table document drop column is_date_removed;
    alter table document drop column date_finding;
  `,
};

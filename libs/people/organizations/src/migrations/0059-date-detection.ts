import type { Migration } from '#ground/database';

/** How the dates of the documents of an organization are found. Null: as the server does. */
export const dateDetection: Migration = {
  name: '0059-date-detection',
  up: 'alter table organization_settings add column date_detection text collate "C" null;',
  down: 'alter table organization_settings drop column date_detection;',
};

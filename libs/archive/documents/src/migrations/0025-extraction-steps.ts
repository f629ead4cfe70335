import type { Migration } from '#ground/database';

/** When the steps of the last reading of the file began and ended, and what read it. */
export const extractionSteps: Migration = {
  name: '0025-extraction-steps',
  up: 'alter table document add column extraction_steps jsonb null;',
  down: 'alter table document drop column extraction_steps;',
};

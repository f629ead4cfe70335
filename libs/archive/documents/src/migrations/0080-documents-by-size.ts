import type { Migration } from '#ground/database';

/** Lists that are sorted by the size of the files. */
export const documentsBySize: Migration = {
  name: '0080-documents-by-size',
  up: `
    create index document_by_size on document (organization_id, original_size, created_at, id) where deleted_at is null;
  `,
  down: `
    drop index document_by_size;
  `,
};

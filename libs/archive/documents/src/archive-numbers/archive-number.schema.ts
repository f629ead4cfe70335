import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { idColumn } from '#ground/database';

/** The number under which the paper of a document is filed. */
export const archiveNumber = defineEntity({
  name: 'ArchiveNumber',
  tableName: 'archive_number',
  properties: {
    documentId: idColumn().primary(),
    organizationId: idColumn(),
    number: p.integer(),
  },
});

export interface ArchiveNumberTables {
  archive_number: InferKyselyTable<typeof archiveNumber>;
}

export const HIGHEST_ARCHIVE_NUMBER = 999_999_999;

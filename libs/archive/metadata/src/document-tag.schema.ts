import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { idColumn } from '#ground/database';

export const documentTag = defineEntity({
  name: 'DocumentTag',
  tableName: 'document_tag',
  properties: { documentId: idColumn().primary(), tagId: idColumn().primary() },
});

export interface DocumentTagTables {
  document_tag: InferKyselyTable<typeof documentTag>;
}

import { defineEntity } from '@mikro-orm/core';
import { idColumn } from '#ground/database';

export const documentTag = defineEntity({
  name: 'DocumentTag',
  tableName: 'document_tag',
  properties: { documentId: idColumn().primary(), tagId: idColumn().primary() },
});

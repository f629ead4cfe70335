import { defineEntity } from '@mikro-orm/core';
import { idColumn } from '#libs/database';

export const documentTag = defineEntity({
  name: 'DocumentTag',
  tableName: 'document_tag',
  properties: { documentId: idColumn().primary(), tagId: idColumn().primary() },
});

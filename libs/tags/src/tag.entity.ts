import { defineEntity } from '@mikro-orm/core';
import { dateColumn, idColumn, textColumn } from '#libs/database';

const tag = defineEntity({
  name: 'Tag',
  tableName: 'tag',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    name: textColumn(),
    /** Lower case: what makes a name unique in its organization. */
    normalizedName: textColumn(),
    color: textColumn(),
    description: textColumn().nullable(),
  },
});

export class Tag extends tag.class {}
tag.setClass(Tag);

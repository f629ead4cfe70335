import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

const tag = defineEntity({
  name: 'Tag',
  tableName: 'tag',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    name: textColumn(),
    /** What names that look the same have in common, unique in the organization: `nameKey`. */
    normalizedName: textColumn(),
    color: textColumn(),
    description: textColumn().nullable(),
    /** The tag above it; searches for that one find the documents of this one, too. */
    parentId: idColumn().nullable(),
  },
});

export class Tag extends tag.class {}
tag.setClass(Tag);

export interface TagTables {
  tag: InferKyselyTable<typeof tag>;
}

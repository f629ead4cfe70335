import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { bigintColumn, idColumn } from '#ground/database';

/** How many active documents have a tag, without what is in {@link tagCountDifference}. A tag without a row has none. */
export const tagCount = defineEntity({
  name: 'TagCount',
  tableName: 'tag_count',
  properties: { tagId: idColumn().primary(), documents: bigintColumn() },
});

/** Documents that got or lost a tag; written by triggers, and added to {@link tagCount} in the background. */
export const tagCountDifference = defineEntity({
  name: 'TagCountDifference',
  tableName: 'tag_count_difference',
  properties: { id: bigintColumn().primary(), tagId: idColumn(), documents: bigintColumn() },
});

export interface TagCountTables {
  tag_count: InferKyselyTable<typeof tagCount>;
  tag_count_difference: InferKyselyTable<typeof tagCountDifference>;
}

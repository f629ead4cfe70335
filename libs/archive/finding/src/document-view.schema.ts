import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

export const VIEW_SORT_FIELDS = ['createdAt', 'documentDate', 'name', 'relevance', 'size', 'updatedAt'] as const;
export type ViewSortField = (typeof VIEW_SORT_FIELDS)[number];

export const VIEW_SORT_ORDERS = ['asc', 'desc'] as const;
export type ViewSortOrder = (typeof VIEW_SORT_ORDERS)[number];

export const VIEW_LAYOUTS = ['list', 'cards'] as const;
export type ViewLayout = (typeof VIEW_LAYOUTS)[number];

export const documentView = defineEntity({
  name: 'DocumentView',
  tableName: 'document_view',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    createdBy: idColumn().nullable(),
    /** The only user who sees it; null when it is shared with the organization. */
    privateTo: idColumn().nullable(),
    parentId: idColumn().nullable(),
    /** Orders the views with the same parent, private ones of every user included. */
    position: p.integer(),
    name: textColumn(),
    query: textColumn(),
    description: textColumn().nullable(),
    isPinned: p.boolean(),
    sortField: textColumn().$type<ViewSortField>().nullable(),
    sortOrder: textColumn().$type<ViewSortOrder>().nullable(),
    columns: p
      .array((value) => value)
      .columnType('text[]')
      .nullable(),
    layout: textColumn().$type<ViewLayout>().nullable(),
  },
});

export interface DocumentViewTables {
  document_view: InferKyselyTable<typeof documentView>;
}

import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** Pictures of pages: made, being made, or known to be impossible. */
export const documentPreview = defineEntity({
  name: 'DocumentPreview',
  tableName: 'document_preview',
  properties: {
    documentId: idColumn().primary(),
    /** Counted from 1. */
    page: p.integer().primary(),
    /** Pixels. */
    width: p.integer().primary(),
    organizationId: idColumn(),
    /** `missing`: not requested yet; `off`: the same, while previews are turned off. */
    status: textColumn().$type<'available' | 'missing' | 'off' | 'pending' | 'unavailable'>(),
    /** How drawing ended, when it gave no picture. */
    outcome: textColumn().nullable(),
    /** A sentence for users. */
    reason: textColumn().nullable(),
    /** Times that it was requested after a fault of the server. */
    attempts: p.integer().default(0),
    /** The number of pages of the document. */
    pagesCount: p.integer().nullable(),
    storageKey: textColumn().nullable(),
    bytes: p.integer().nullable(),
    createdAt: dateColumn().defaultRaw('now()'),
    updatedAt: dateColumn().defaultRaw('now()'),
  },
});

export interface PreviewTables {
  document_preview: InferKyselyTable<typeof documentPreview>;
}

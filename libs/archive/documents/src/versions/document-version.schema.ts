import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** How a version came about: with the upload, by a change of its pages, or because an earlier version was restored. */
export type VersionChange = 'pages' | 'restore' | 'upload';

/** A file that a document has or had. The one with the highest number is the file of the document. */
export const documentVersion = defineEntity({
  name: 'DocumentVersion',
  tableName: 'document_version',
  properties: {
    documentId: idColumn().primary(),
    /** Counted from 1. */
    number: p.integer().primary(),
    /** Versions that were restored share a file. */
    storageKey: idColumn(),
    size: p.bigint('number'),
    sha256: textColumn().fieldName('sha256'),
    mimeType: textColumn(),
    createdAt: dateColumn().defaultRaw('now()'),
    createdBy: idColumn().nullable(),
    change: textColumn().$type<VersionChange>(),
    /** The version that was restored. */
    restoredNumber: p.integer().nullable(),
  },
});

export interface DocumentVersionTables {
  document_version: InferKyselyTable<typeof documentVersion>;
}

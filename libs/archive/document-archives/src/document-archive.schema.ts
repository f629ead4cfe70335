import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { bigintColumn, dateColumn, idColumn, textColumn } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';

/** Who requested an archive: it has what this caller may read. */
export type Requester = Omit<OrganizationContext, 'organizationId'>;

/** A download of many documents as one zip. */
export const documentArchive = defineEntity({
  name: 'DocumentArchive',
  tableName: 'document_archive',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn().defaultRaw('now()'),
    expiresAt: dateColumn(),
    organizationId: idColumn(),
    createdBy: idColumn(),
    /** The key that requested it: then only this key may fetch it. */
    apiKeyId: idColumn().nullable(),
    /** Actor and role of the request. */
    requestedBy: p.json<Requester>().columnType('jsonb'),
    fileName: textColumn(),
    /** `selecting`: its documents are being written down; `preparing`: a task makes its file. */
    status: textColumn().$type<'preparing' | 'ready' | 'selecting'>(),
    /** Active documents when it was requested. */
    documentsCount: p.integer().default(0),
    /** The total size of the documents. */
    bytes: bigintColumn().default('0'),
    partsCount: p.integer().default(0),
    /** The task that prepares it. */
    taskId: idColumn().nullable(),
    /** The prepared file; an archive without one is made while it is sent. */
    storageKey: textColumn().nullable(),
    fileSize: bigintColumn().nullable(),
    fileSha256: textColumn().nullable(),
  },
});

/** A part of the documents of an archive, in their order. */
export const documentArchivePart = defineEntity({
  name: 'DocumentArchivePart',
  tableName: 'document_archive_part',
  properties: {
    archiveId: idColumn().primary(),
    position: p.integer().primary(),
    documentIds: p.array((value) => value).columnType('text[]'),
  },
});

export interface DocumentArchiveTables {
  document_archive: InferKyselyTable<typeof documentArchive>;
  document_archive_part: InferKyselyTable<typeof documentArchivePart>;
}

import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { bigintColumn, dateColumn, idColumn, textColumn } from '#ground/database';
import type { DocumentDetails } from './add-documents.js';

/** In JSON, dates are texts. */
export type StoredDetails = Omit<DocumentDetails, 'documentDate'> & { documentDate?: string };

/** A file that arrives in parts, and what it becomes. */
export const resumableUpload = defineEntity({
  name: 'ResumableUpload',
  tableName: 'resumable_upload',
  properties: {
    id: idColumn().primary(),
    organizationId: idColumn(),
    createdAt: dateColumn().defaultRaw('now()'),
    createdBy: idColumn().nullable(),
    expiresAt: dateColumn(),
    size: bigintColumn(),
    received: bigintColumn().default('0'),
    fileName: textColumn(),
    details: p.json<StoredDetails>().columnType('jsonb'),
    documentId: idColumn().nullable(),
    isRestored: p.boolean().default(false),
  },
});

/** The parts of an upload that has no document yet, each a stored file. */
export const resumableUploadPart = defineEntity({
  name: 'ResumableUploadPart',
  tableName: 'resumable_upload_part',
  properties: {
    uploadId: idColumn().primary(),
    position: bigintColumn().primary(),
    storageKey: idColumn(),
  },
});

export interface ResumableUploadTables {
  resumable_upload: InferKyselyTable<typeof resumableUpload>;
  resumable_upload_part: InferKyselyTable<typeof resumableUploadPart>;
}

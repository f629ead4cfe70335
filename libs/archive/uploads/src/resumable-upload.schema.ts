import { defineEntity, p } from '@mikro-orm/core';
import { bigintColumn, dateColumn, idColumn, textColumn } from '#ground/database';

/** A file that arrives in parts, and what it becomes. */
export const resumableUpload = defineEntity({
  name: 'ResumableUpload',
  tableName: 'resumable_upload',
  properties: {
    id: idColumn().primary(),
    organizationId: idColumn(),
    createdAt: dateColumn(),
    expiresAt: dateColumn(),
    size: bigintColumn(),
    received: bigintColumn(),
    fileName: textColumn(),
    details: p.json().$type<object>(),
    documentId: idColumn().nullable(),
    isRestored: p.boolean(),
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

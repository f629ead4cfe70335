import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { bigintColumn, dateColumn, idColumn, textColumn } from '#ground/database';

export const fileRequest = defineEntity({
  name: 'FileRequest',
  tableName: 'file_request',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    createdBy: idColumn().nullable(),
    title: textColumn(),
    message: textColumn().nullable(),
    /** Given to every document that comes in. Tags that were deleted stay in the list and are left out. */
    tagIds: p.array((value) => value).columnType('text[]'),
    token: textColumn(),
    passwordHash: textColumn().nullable(),
    expiresAt: dateColumn().nullable(),
    isEnabled: p.boolean(),
    maxFiles: p.integer().nullable(),
    maxFileBytes: bigintColumn().nullable(),
    /** Changed under the lock of the row, as is `lastReceivedAt`; they do not change `updatedAt`. */
    filesCount: p.integer(),
    lastReceivedAt: dateColumn().nullable(),
  },
});

/** A file that came in. */
export const fileRequestFile = defineEntity({
  name: 'FileRequestFile',
  tableName: 'file_request_file',
  properties: {
    id: idColumn().primary(),
    fileRequestId: idColumn(),
    receivedAt: dateColumn(),
    /** The document may have been purged since. */
    documentId: idColumn(),
    /** The organization had this file before. */
    isDuplicate: p.boolean(),
    name: textColumn(),
    size: bigintColumn(),
    senderName: textColumn().nullable(),
    /** The network of the visitor. */
    address: textColumn(),
  },
});

export interface FileRequestTables {
  file_request: InferKyselyTable<typeof fileRequest>;
  file_request_file: InferKyselyTable<typeof fileRequestFile>;
}

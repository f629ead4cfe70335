import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

export type AccessKind = 'download' | 'view' | 'wrong-password';

export const shareLink = defineEntity({
  name: 'ShareLink',
  tableName: 'share_link',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    documentId: idColumn(),
    createdBy: idColumn().nullable(),
    /** The secret part of its address. */
    token: idColumn(),
    passwordHash: textColumn().nullable(),
    expiresAt: dateColumn().nullable(),
    isEnabled: p.boolean(),
    maxDownloads: p.integer().nullable(),
    downloadsCount: p.integer(),
    viewsCount: p.integer(),
    lastAccessedAt: dateColumn().nullable(),
    /** Where the newest access is in the ring; -1 while there is none. */
    lastSlot: p.integer(),
  },
});

/** The latest visits of a link, a ring of 100. */
export const shareLinkAccess = defineEntity({
  name: 'ShareLinkAccess',
  tableName: 'share_link_access',
  properties: {
    shareLinkId: idColumn().primary(),
    slot: p.integer().primary(),
    at: dateColumn(),
    kind: textColumn().$type<AccessKind>(),
    /** The network of the visitor, shortened. */
    address: textColumn(),
    userAgent: textColumn().nullable(),
  },
});

export interface ShareLinkTables {
  share_link: InferKyselyTable<typeof shareLink>;
  share_link_access: InferKyselyTable<typeof shareLinkAccess>;
}

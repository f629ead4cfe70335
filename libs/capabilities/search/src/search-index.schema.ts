import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { bigintColumn, dateColumn, idColumn, textColumn } from '#ground/database';

/** The one row about the search index: what has filled it, and whether it is being filled again. */
export const searchIndex = defineEntity({
  name: 'SearchIndex',
  tableName: 'search_index',
  properties: {
    id: p.boolean().primary().default(true),
    pluginId: idColumn(),
    indexVersion: p.integer(),
    /** Whether it writes in the transactions of the documents. */
    isTransactional: p.boolean().default(true),
    /** The plugin that answers queries until the rebuild has ended; null: the one that keeps the index. */
    answeringPluginId: idColumn().nullable(),
    answeringIndexVersion: p.integer().nullable(),
    /** The plugin that answered before; its index is emptied. */
    leftPluginId: idColumn().nullable(),
    /** Changes are still written into it, for processes that have not noticed the switch. */
    leftIsWritten: p.boolean().default(false),
    /** When any of these were changed. */
    rolesChangedAt: dateColumn(),
    /** When it is not null, the index must be filled again. */
    rebuildReason: textColumn().nullable(),
    /** Grows with each request, so that a rebuild under way does not pass for the one that was requested later. */
    rebuildNumber: p.integer().default(0),
    /** True when the present content is out of date and must be removed first. */
    rebuildClears: p.boolean().default(false),
    /** The last document that was indexed; null when the rebuild has not begun. */
    rebuildAfter: idColumn().nullable(),
    rebuildDone: p.integer().default(0),
    filledAt: dateColumn().nullable(),
    failingSince: dateColumn().nullable(),
    failedAttempts: p.integer().default(0),
    nextAttemptAt: dateColumn().nullable(),
    lastError: textColumn().nullable(),
  },
});

/** A range of documents, by their sequence numbers, in a rebuild inside this database. */
export const searchRebuildPart = defineEntity({
  name: 'SearchRebuildPart',
  tableName: 'search_rebuild_part',
  properties: {
    number: p.integer().primary(),
    rebuildNumber: p.integer(),
    /** The last document that was indexed, or the end of the part before. */
    after: bigintColumn(),
    /** Null: to the end. */
    until: bigintColumn().nullable(),
    done: p.integer().default(0),
    finishedAt: dateColumn().nullable(),
  },
});

/** A change of a document that the search engine has not received. A document may have several. */
export const searchChange = defineEntity({
  name: 'SearchChange',
  tableName: 'search_change',
  properties: {
    id: bigintColumn().primary(),
    documentId: idColumn(),
    organizationId: idColumn(),
    changedAt: dateColumn(),
    /** Deliveries of this document alone that failed. */
    attempts: p.integer().default(0),
    /** When it is tried again; `infinity` when the search engine refuses the document; null: now. */
    retryAt: dateColumn().nullable(),
    error: textColumn().nullable(),
  },
});

export interface SearchIndexTables {
  search_index: InferKyselyTable<typeof searchIndex>;
  search_rebuild_part: InferKyselyTable<typeof searchRebuildPart>;
  search_change: InferKyselyTable<typeof searchChange>;
}

import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { idColumn, textColumn } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';

/** Who requested a batch: its changes are recorded as changes of this actor. */
export type Requester = Omit<OrganizationContext, 'organizationId'>;

export const batch = defineEntity({
  name: 'Batch',
  tableName: 'batch',
  properties: {
    taskId: idColumn().primary(),
    /** The name of its `BatchOperation`. */
    operation: textColumn(),
    parameters: p.json<object>().columnType('jsonb'),
    /** The search that selects its documents; null when they were named one by one, and when it undoes another batch. */
    query: textColumn().nullable(),
    /** The batch whose changes it takes back. */
    undoes: idColumn().nullable(),
    /** Actor, role and request. */
    requestedBy: p.json<Requester>().columnType('jsonb'),
    /** True when `batch_document` is complete. */
    isSelected: p.boolean(),
  },
});

/** A document that the batch was started with. */
export const batchDocument = defineEntity({
  name: 'BatchDocument',
  tableName: 'batch_document',
  properties: { taskId: idColumn().primary(), documentId: idColumn().primary() },
});

/** What a batch has changed in a document, in the form of its operation. */
export const batchChange = defineEntity({
  name: 'BatchChange',
  tableName: 'batch_change',
  properties: {
    taskId: idColumn().primary(),
    documentId: idColumn().primary(),
    difference: p.json<object>().columnType('jsonb'),
  },
});

export interface BatchTables {
  batch: InferKyselyTable<typeof batch>;
  batch_document: InferKyselyTable<typeof batchDocument>;
  batch_change: InferKyselyTable<typeof batchChange>;
}

import { defineEntity, p } from '@mikro-orm/core';
import { idColumn, textColumn } from '#ground/database';

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
    requestedBy: p.json<object>().columnType('jsonb'),
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

import { defineEntity, p } from '@mikro-orm/core';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** Background work that people can follow. */
export const task = defineEntity({
  name: 'Task',
  tableName: 'task',
  properties: {
    id: idColumn().primary(),
    organizationId: idColumn(),
    type: textColumn(),
    status: textColumn().$type<'cancelled' | 'completed' | 'failed' | 'pending' | 'running'>().default('pending'),
    processed: p.integer().default(0),
    total: p.integer().nullable(),
    resumeAfter: textColumn().nullable(),
    result: p.json<object>().columnType('jsonb').nullable(),
    error: textColumn().nullable(),
    createdAt: dateColumn().defaultRaw('clock_timestamp()'),
    startedAt: dateColumn().nullable(),
    finishedAt: dateColumn().nullable(),
    isCancellable: p.boolean().default(false),
    isUndoable: p.boolean().default(false),
    /** What a caller needs to cancel or to undo it. */
    permissions: p
      .array((value) => value)
      .columnType('text[]')
      .defaultRaw(`'{}'`),
    /** The task that takes its changes back. */
    undoneBy: idColumn().nullable(),
  },
});

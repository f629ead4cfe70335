import type { Permission } from '#ground/http-kit';
import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

export type TaskStatus = 'cancelled' | 'completed' | 'failed' | 'pending' | 'running';

/** Background work that people can follow. */
export const task = defineEntity({
  name: 'Task',
  tableName: 'task',
  properties: {
    id: idColumn().primary(),
    organizationId: idColumn(),
    type: textColumn(),
    status: textColumn().$type<TaskStatus>().default('pending'),
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
      .array((value) => value as Permission)
      .columnType('text[]')
      .defaultRaw(`'{}'`),
    /** The task that takes its changes back. */
    undoneBy: idColumn().nullable(),
  },
});

export interface TaskTables {
  task: InferKyselyTable<typeof task>;
}

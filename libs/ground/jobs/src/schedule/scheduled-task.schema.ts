import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, textColumn } from '#ground/database';

export const scheduledTask = defineEntity({
  name: 'ScheduledTask',
  tableName: 'scheduled_task',
  properties: {
    name: textColumn().primary(),
    cron: textColumn(),
    description: textColumn(),
    startedAt: dateColumn().nullable(),
    finishedAt: dateColumn().nullable(),
    result: textColumn().nullable(),
    error: textColumn().nullable(),
  },
});

export interface ScheduleTables {
  scheduled_task: InferKyselyTable<typeof scheduledTask>;
}

import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, textColumn } from '#ground/database';

/** A server or worker of this archive. */
export const serverProcess = defineEntity({
  name: 'ServerProcess',
  tableName: 'server_process',
  properties: {
    id: textColumn().primary(),
    /** As PROCESS_MODE. */
    mode: textColumn(),
    host: textColumn(),
    pid: p.integer(),
    version: textColumn(),
    startedAt: dateColumn(),
    /** Its last heartbeat. */
    seenAt: dateColumn(),
  },
});

export interface ProcessTables {
  server_process: InferKyselyTable<typeof serverProcess>;
}

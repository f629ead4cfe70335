import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { bigintColumn, dateColumn, idColumn, textColumn } from '#ground/database';

export type BackupRunKind = 'create' | 'test';
/** `skipped`: it could not be done here, which says nothing about the backup. */
export type BackupRunState = 'failed' | 'interrupted' | 'running' | 'skipped' | 'succeeded';

export const backupRun = defineEntity({
  name: 'BackupRun',
  tableName: 'backup_run',
  properties: {
    id: idColumn().primary(),
    kind: textColumn().$type<BackupRunKind>(),
    folder: textColumn(),
    state: textColumn().$type<BackupRunState>(),
    startedAt: dateColumn(),
    finishedAt: dateColumn().nullable(),
    backupId: textColumn().nullable(),
    filesCount: p.integer().nullable(),
    bytes: bigintColumn().nullable(),
    message: textColumn().nullable(),
    remedy: textColumn().nullable(),
  },
});

export interface BackupTables {
  backup_run: InferKyselyTable<typeof backupRun>;
}

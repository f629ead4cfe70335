import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** Files that intakes have handed over, each with its result. */
export const intakeFile = defineEntity({
  name: 'IntakeFile',
  tableName: 'intake_file',
  properties: {
    pluginId: idColumn().primary(),
    instance: textColumn().primary(),
    /** SHA-256 of the organization and the key. */
    keyHash: textColumn().primary(),
    organizationId: idColumn(),
    outcome: textColumn().$type<'created' | 'duplicate' | 'refused'>(),
    documentId: idColumn().nullable(),
    reason: textColumn().nullable(),
    createdAt: dateColumn().defaultRaw('now()'),
  },
});

export interface IntakeFileTables {
  intake_file: InferKyselyTable<typeof intakeFile>;
}

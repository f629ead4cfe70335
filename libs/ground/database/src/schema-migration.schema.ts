import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from './columns.js';

/** Which migrations were applied, of the core and of plugins. Created and read by `migrate.ts`. */
export const schemaMigration = defineEntity({
  name: 'SchemaMigration',
  tableName: 'schema_migration',
  properties: {
    owner: textColumn().primary(),
    name: textColumn().primary(),
    appliedAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** The version of Archivolt that applied it; null when that was before versions were recorded. */
    version: textColumn().nullable(),
  },
});

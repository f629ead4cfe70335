export { dateColumn, idColumn, textColumn } from './columns.js';
export { DatabaseModule, POSTGRES_POOL } from './database.module.js';
export {
  applyMigrations,
  migrateDatabase,
  pendingMigrations,
  revertDatabase,
  type Migration,
  type MigrationStep,
} from './migrate.js';
export { createOrm } from './orm.js';
export { createPool } from './postgres-pool.js';
export { sqlOver } from './sql.js';
export { Transaction, UnitOfWork, violatedUniqueConstraint } from './unit-of-work.js';
export { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded/embedded-postgres.js';
export { EmbeddedPostgresError } from './embedded/embedded-postgres-error.js';

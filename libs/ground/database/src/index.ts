export { bigintColumn, dateColumn, idColumn, textColumn } from './columns.js';
export { ControlConnection } from './control-connection.js';
export { DatabaseModule, POSTGRES_POOL } from './database.module.js';
export { anyOf, asJson, COUNT, kyselyOf, limitAndOffset, lockName, NOW, ofPage } from './kysely-of.js';
export type { LastStatement } from './last-statement.js';
export { LeaseLost, Leases, type Lease } from './leases.js';
export { isLostConnection } from './lost-connection.js';
export {
  appliedMigrations,
  applyMigrations,
  forgetMigrations,
  migrateDatabase,
  migrationOwners,
  migrationState,
  revertDatabase,
  withClient,
  type MigrationStep,
} from './migrate.js';
export type { Migration } from './migration.js';
export { databaseMigrations } from './migrations/index.js';
export { createOrm } from './orm.js';
export { sharesSessions } from './pooler.js';
export { createPool } from './postgres-pool.js';
export { PLAN_FOR_VALUES } from './prepared-statements.js';
export { sqlOver } from './sql.js';
export { Transaction, UnitOfWork, violatedUniqueConstraint } from './unit-of-work.js';

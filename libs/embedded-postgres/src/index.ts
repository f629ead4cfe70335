export { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';
export { EmbeddedPostgresError } from './embedded-postgres-error.js';

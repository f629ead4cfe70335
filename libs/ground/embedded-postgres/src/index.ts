export { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';
export { EmbeddedPostgresError } from './embedded-postgres-error.js';
export { machineMemory } from './machine-memory.js';
export { serverSizes, type ServerSizes } from './server-sizes.js';

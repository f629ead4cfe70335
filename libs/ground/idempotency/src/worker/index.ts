export { IdempotencyWorkerModule } from './idempotency-worker.module.js';

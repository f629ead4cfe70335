export { IdempotencyKeyInvalid, IdempotencyKeyReused, IdempotencyKeyUsed } from './idempotency.errors.js';
export { Idempotency, IDEMPOTENCY_KEY_HEADER } from './idempotency.js';
export { IdempotencyModule } from './idempotency.module.js';

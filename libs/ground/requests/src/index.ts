export { IdempotencyKeyInvalid, IdempotencyKeyReused, IdempotencyKeyUsed } from './idempotency.errors.js';
export { Idempotency, IDEMPOTENCY_KEY_HEADER } from './idempotency.js';
export { networkOf, siteOf } from './network-of.js';
export { RateLimiter, type RateLimit } from './rate-limiter.js';
export { RequestsModule } from './requests.module.js';

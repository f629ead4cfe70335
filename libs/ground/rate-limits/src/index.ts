export { networkOf, siteOf } from './network-of.js';
export { RateLimiter, type RateLimit } from './rate-limiter.js';

export { networkOf } from './network-of.js';
export { RateLimiter, type RateLimit } from './rate-limiter.js';
export { siteOf } from './site-of.js';

export { ApiLimits } from './api-limits.js';
export { RateLimitsHttpModule } from './rate-limits-http.module.js';

import { defineFeature } from '#libs/feature';
import { rateLimits } from './migrations/0006-rate-limits.js';

export const rateLimitsFeature = defineFeature({
  name: 'rate-limits',
  migrations: [rateLimits],
  http: async () => (await import('#http/rate-limits')).RateLimitsHttpModule,
  worker: async () => (await import('#worker/rate-limits')).RateLimitsWorkerModule,
});

import { defineFeature } from '#ground/features';
import { rateLimits } from './migrations/0006-rate-limits.js';

export const rateLimitsFeature = defineFeature({
  name: 'rate-limits',
  migrations: [rateLimits],
  http: async () => (await import('#ground/rate-limits/http')).RateLimitsHttpModule,
  worker: async () => (await import('#ground/rate-limits/worker')).RateLimitsWorkerModule,
});

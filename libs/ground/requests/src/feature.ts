import { defineFeature } from '#ground/features';
import { rateLimits } from './migrations/0006-rate-limits.js';

export const requestsFeature = defineFeature({
  name: 'requests',
  migrations: [rateLimits],
  module: async () => (await import('#ground/requests')).RequestsModule,
  http: async () => (await import('./http/requests-http.module.js')).RequestsHttpModule,
  worker: async () => (await import('./worker/requests-worker.module.js')).RequestsWorkerModule,
});

import { defineFeature } from '#ground/features';
import { rateLimits } from './migrations/0006-rate-limits.js';

export const requestsFeature = defineFeature({
  name: 'requests',
  migrations: [rateLimits],
  module: async () => (await import('#ground/requests')).RequestsModule,
  http: async () => (await import('#ground/requests/http')).RequestsHttpModule,
  worker: async () => (await import('#ground/requests/worker')).RequestsWorkerModule,
});

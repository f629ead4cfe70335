import { defineFeature } from '#ground/features';

export const healthFeature = defineFeature({
  name: 'health',
  http: async () => (await import('#ground/health/http')).HealthHttpModule,
});

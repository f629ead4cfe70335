import { defineFeature } from '#libs/feature';

export const healthFeature = defineFeature({
  name: 'health',
  http: async () => (await import('#http/health')).HealthHttpModule,
});

import { defineFeature } from '#libs/feature';

export const observabilityFeature = defineFeature({
  name: 'observability',
  http: async () => (await import('#http/observability')).ObservabilityHttpModule,
});

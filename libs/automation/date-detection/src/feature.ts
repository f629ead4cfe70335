import { defineFeature } from '#ground/features';

export const dateDetectionFeature = defineFeature({
  name: 'date-detection',
  module: async () => (await import('#automation/date-detection')).DateDetectionModule,
  worker: async () => (await import('#automation/date-detection')).DateDetectionModule,
  http: async () => (await import('#automation/date-detection')).DateDetectionModule,
});

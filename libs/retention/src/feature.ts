import { RetentionConfig } from '#config/retention';
import { defineFeature } from '#libs/feature';

export const retentionFeature = defineFeature({
  name: 'retention',
  config: [RetentionConfig],
  worker: async () => (await import('#worker/retention')).RetentionWorkerModule,
});

import { RetentionConfig } from '#config/retention';
import { defineFeature } from '#ground/features';

export const retentionFeature = defineFeature({
  name: 'retention',
  config: [RetentionConfig],
  worker: async () => (await import('#operation/retention/worker')).RetentionWorkerModule,
});

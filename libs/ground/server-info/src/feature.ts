import { HealthConfig } from '#config/health';
import { defineFeature } from '#ground/features';

export const serverInfoFeature = defineFeature({
  name: 'server-info',
  config: [HealthConfig],
  http: async () => (await import('./http/server-info-http.module.js')).ServerInfoHttpModule,
});

import { defineFeature } from '#ground/features';

export const serverInfoFeature = defineFeature({
  name: 'server-info',
  http: async () => (await import('./http/server-info-http.module.js')).ServerInfoHttpModule,
});

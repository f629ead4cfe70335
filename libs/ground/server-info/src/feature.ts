import { defineFeature } from '#ground/features';

export const serverInfoFeature = defineFeature({
  name: 'server-info',
  http: async () => (await import('#ground/server-info/http')).ServerInfoHttpModule,
});

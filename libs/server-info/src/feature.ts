import { defineFeature } from '#libs/feature';

export const serverInfoFeature = defineFeature({
  name: 'server-info',
  http: async () => (await import('#http/server-info')).ServerInfoHttpModule,
});

import { defineFeature } from '#libs/feature';

export const adminFeature = defineFeature({
  name: 'admin',
  module: async () => (await import('#libs/admin')).AdminModule,
  http: async () => (await import('#http/admin')).AdminHttpModule,
});

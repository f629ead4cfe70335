import { defineFeature } from '#libs/feature';

export const adminFeature = defineFeature({
  name: 'admin',
  http: async () => (await import('#http/admin')).AdminHttpModule,
});

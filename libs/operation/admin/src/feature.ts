import { defineFeature } from '#ground/features';

export const adminFeature = defineFeature({
  name: 'admin',
  module: async () => (await import('#operation/admin')).AdminModule,
  http: async () => (await import('./http/admin-http.module.js')).AdminHttpModule,
});

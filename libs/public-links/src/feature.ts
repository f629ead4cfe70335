import { defineFeature } from '#libs/feature';

export const publicLinksFeature = defineFeature({
  name: 'public-links',
  module: async () => (await import('#libs/public-links')).PublicLinksModule,
});

import { defineFeature } from '#ground/features';

export const publicLinksFeature = defineFeature({
  name: 'public-links',
  module: async () => (await import('#outside/public-links')).PublicLinksModule,
});

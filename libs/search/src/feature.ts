import { SearchConfig } from '#config/search';
import { defineFeature } from '#libs/feature';

export const searchFeature = defineFeature({
  name: 'search',
  config: [SearchConfig],
  module: async () => (await import('#libs/search')).SearchModule,
});

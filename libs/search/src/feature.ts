import { SearchConfig } from '#config/search';
import { defineFeature } from '#libs/feature';
import { searchIndex } from './migrations/0014-search-index.js';

export const searchFeature = defineFeature({
  name: 'search',
  config: [SearchConfig],
  migrations: [searchIndex],
  module: async () => (await import('#libs/search')).SearchModule,
  worker: async () => (await import('#worker/search')).SearchWorkerModule,
});

import { SearchConfig } from '#config/search';
import { defineFeature } from '#libs/feature';
import { searchIndex } from './migrations/0014-search-index.js';
import { searchProperties } from './migrations/0020-search-properties.js';

export const searchFeature = defineFeature({
  name: 'search',
  config: [SearchConfig],
  migrations: [searchIndex, searchProperties],
  module: async () => (await import('#libs/search')).SearchModule,
  worker: async () => (await import('#worker/search')).SearchWorkerModule,
});

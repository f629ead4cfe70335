import { SearchConfig } from '#config/search';
import { defineFeature } from '#ground/features';
import { searchIndex } from './migrations/0014-search-index.js';
import { searchProperties } from './migrations/0020-search-properties.js';
import { searchSwitch } from './migrations/0042-search-switch.js';
import { firstSearchPlugin } from './migrations/0044-first-search-plugin.js';
import { marksOfContents } from './migrations/0055-marks-of-contents.js';
import { partsOfNumbers } from './migrations/0060-parts-of-numbers.js';
import { searchFacts } from './migrations/0056-search-facts.js';
import { searchInbox } from './migrations/0066-search-inbox.js';

export const searchFeature = defineFeature({
  name: 'search',
  migrations: [
    searchIndex,
    searchProperties,
    searchSwitch,
    firstSearchPlugin,
    marksOfContents,
    searchFacts,
    partsOfNumbers,
    searchInbox,
  ],
  config: [SearchConfig],
  module: async () => (await import('#capabilities/search')).SearchModule,
  http: async () => (await import('./http/search-http.module.js')).SearchHttpModule,
  worker: async () => (await import('./worker/search-worker.module.js')).SearchWorkerModule,
});

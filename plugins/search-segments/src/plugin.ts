import { definePlugin } from '@archivolt/plugin-kit';
import { migrations } from './migrations.js';
import { SegmentsSearch } from './segments-search.js';

export default definePlugin({
  id: 'search-segments',
  contract: 2,
  migrations,
  provides: {
    search: {
      transactional: true,
      indexVersion: 3,
      findsEndings: true,
      findsSimilar: true,
      prepare: new URL('./prepare.js', import.meta.url),
      create: (host) => new SegmentsSearch(host),
    },
  },
});

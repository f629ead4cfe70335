import { definePlugin } from '@archivolt/plugin-kit';
import { migrations } from './migrations.js';
import { PostgresSearch } from './postgres-search.js';

export default definePlugin({
  id: 'search-postgres',
  contract: 2,
  migrations,
  provides: {
    search: {
      transactional: true,
      indexVersion: 4,
      findsEndings: true,
      findsSimilar: true,
      prepare: new URL('./prepare.js', import.meta.url),
      create: (host) => new PostgresSearch(host),
    },
  },
});

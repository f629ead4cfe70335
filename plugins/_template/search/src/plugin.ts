import { join } from 'node:path';
import { definePlugin } from '@archivolt/plugin-kit';
import { TemplateSearch } from './template-search.js';

export default definePlugin({
  id: 'search-template',
  contract: 2,
  provides: {
    search: {
      transactional: false,
      readsOwnWrites: true,
      indexVersion: 1,
      findsEndings: true,
      create: ({ dataDir }) => new TemplateSearch(join(dataDir, 'search-template')),
    },
  },
});

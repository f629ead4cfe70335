import { definePlugin } from '@archivolt/plugin-kit';
import { migrations } from './migrations.js';
import { TemplateSearch } from './template-search.js';

export default definePlugin({
  id: 'search-template',
  contract: 2,
  migrations,
  provides: { search: { create: ({ sql }) => new TemplateSearch(sql) } },
});

import { definePlugin } from '@archivolt/plugin-kit';
import { migrations } from './migrations.js';
import { TemplateSearch } from './template-search.js';

export default definePlugin({
  id: 'search-template',
  contract: 1,
  provides: { search: { migrations, create: ({ sql }) => new TemplateSearch(sql) } },
});

import { definePlugin } from '@archivolt/plugin-kit';
import { TemplateStorage } from './template-storage.js';

export default definePlugin({
  id: 'storage-template',
  contract: 2,
  provides: { storage: { create: () => new TemplateStorage() } },
});

import { definePlugin } from '@archivolt/plugin-kit';
import { TemplateTagger } from './template-tagger.js';

export default definePlugin({
  id: 'auto-tagger-template',
  contract: 2,
  provides: { 'auto-tagger': { concurrency: 2, timeoutSeconds: 60, create: () => new TemplateTagger() } },
});

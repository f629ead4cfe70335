import { definePlugin } from '@archivolt/plugin-kit';
import { LlmConfig } from './llm.config.js';
import { LlmTagger } from './llm-tagger.js';

export default definePlugin<LlmConfig>({
  id: 'auto-tagger-llm',
  contract: 2,
  config: LlmConfig,
  provides: {
    // Three requests of the longest time limit: a server may refuse the names in the schema, then the schema.
    'auto-tagger': {
      concurrency: 2,
      timeoutSeconds: 1900,
      isConfigured: ({ model }) => model !== undefined,
      create: (host) => LlmTagger.from(host),
    },
  },
});

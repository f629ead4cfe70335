import { definePlugin } from '@archivolt/plugin-kit';
import { LlmConfig } from './llm.config.js';
import { LlmTagger } from './llm-tagger.js';

export default definePlugin<LlmConfig>({
  id: 'auto-tagger-llm',
  contract: 2,
  config: LlmConfig,
  provides: {
    // Two requests of the longest time limit: a server that refuses the schema is asked once more without it.
    'auto-tagger': { concurrency: 2, timeoutSeconds: 1300, create: (host) => LlmTagger.from(host) },
  },
});

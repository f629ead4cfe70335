import { definePlugin } from '@archivolt/plugin-kit';
import { TemplateConfig } from './template.config.js';
import { TemplateExtractor } from './template-extractor.js';

export default definePlugin<TemplateConfig>({
  id: 'extraction-template',
  contract: 2,
  config: TemplateConfig,
  types: [{ type: 'application/x-template', extensions: ['sample'] }],
  provides: {
    extraction: {
      form: 'remote',
      accepts: ['application/x-template'],
      concurrency: 2,
      timeoutSecondsOf: ({ timeoutMs }) => timeoutMs / 1000,
      create: (host) => new TemplateExtractor(host),
    },
  },
});

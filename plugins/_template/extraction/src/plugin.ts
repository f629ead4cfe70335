import { definePlugin } from '@archivolt/plugin-kit';
import { TemplateConfig } from './template.config.js';

export default definePlugin<TemplateConfig>({
  id: 'extraction-template',
  contract: 2,
  config: TemplateConfig,
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: ['application/x-template'],
      extractor: new URL('./extractor.js', import.meta.url),
      ocr: 'never',
    },
  },
});

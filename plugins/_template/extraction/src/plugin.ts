import { definePlugin } from '@archivolt/plugin-kit';
import { TemplateConfig } from './template.config.js';

export default definePlugin<TemplateConfig>({
  id: 'extraction-template',
  contract: 2,
  config: TemplateConfig,
  // Remove it when the server detects the type by itself.
  types: [{ type: 'application/x-template', extensions: ['sample'], magic: [{ bytes: 'TEMPLATE\n' }] }],
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: ['application/x-template'],
      extractor: new URL('./extractor.js', import.meta.url),
      ocr: 'never',
      // For thumbnails, add `draws: ['application/x-template']` and a method `drawPage` to the extractor.
    },
  },
});

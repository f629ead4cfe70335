import { definePlugin, PLUGIN_CONTRACT } from '@archivolt/plugin-kit';

export default definePlugin({
  id: 'extraction-pdf',
  contract: PLUGIN_CONTRACT,
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: ['application/pdf'],
      draws: ['application/pdf'],
      extractor: new URL('./extractor.js', import.meta.url),
      ocr: 'sometimes',
    },
  },
});

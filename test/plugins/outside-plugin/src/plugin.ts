import { definePlugin } from '@archivolt/plugin-kit';

export default definePlugin({
  id: 'extraction-notes',
  contract: 1,
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: ['application/x-acme-notes'],
      extractor: new URL('./extractor.js', import.meta.url),
    },
  },
});

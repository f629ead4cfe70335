import { definePlugin } from '@archivolt/plugin-kit';

export default definePlugin({
  id: 'extraction-plain-text',
  contract: 2,
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: [
        'text/*',
        'application/json',
        'application/xhtml+xml',
        'application/xml',
        'application/yaml',
        'image/svg+xml',
        'message/rfc822',
      ],
      extractor: new URL('./extractor.js', import.meta.url),
      ocr: 'never',
      opensMail: ['message/rfc822'],
      shortTexts: {
        types: [
          'application/json',
          'application/yaml',
          'text/csv',
          'text/markdown',
          'text/plain',
          'text/tab-separated-values',
        ],
        reader: new URL('./short-text.js', import.meta.url),
      },
    },
  },
});

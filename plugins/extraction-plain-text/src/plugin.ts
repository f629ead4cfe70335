import { definePlugin } from '@archivolt/plugin-kit';
import { FICTION_BOOK, WEB_ARCHIVE } from './file-types.js';

export default definePlugin({
  id: 'extraction-plain-text',
  contract: 2,
  types: [FICTION_BOOK, WEB_ARCHIVE],
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: [
        'text/*',
        'application/json',
        FICTION_BOOK.type,
        'application/xhtml+xml',
        'application/xml',
        'application/yaml',
        'image/svg+xml',
        'message/rfc822',
        WEB_ARCHIVE.type,
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

import { definePlugin } from '@archivolt/plugin-kit';
import { APPLE_MAIL, CMS, FICTION_BOOK, TNEF, WEB_ARCHIVE } from './file-types.js';

export default definePlugin({
  id: 'extraction-plain-text',
  contract: 2,
  types: [APPLE_MAIL, CMS, FICTION_BOOK, TNEF, WEB_ARCHIVE],
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: [
        'text/*',
        'application/json',
        CMS.type,
        FICTION_BOOK.type,
        TNEF.type,
        'application/xhtml+xml',
        'application/xml',
        'application/yaml',
        'image/svg+xml',
        'message/rfc822',
        APPLE_MAIL.type,
        WEB_ARCHIVE.type,
      ],
      extractor: new URL('./extractor.js', import.meta.url),
      ocr: 'never',
      renders: [
        'application/xhtml+xml',
        'message/rfc822',
        'text/csv',
        'text/html',
        'text/markdown',
        'text/tab-separated-values',
      ],
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

import { definePlugin } from '@archivolt/plugin-kit';
import { MAILBOX } from './file-types.js';

export default definePlugin({
  id: 'extraction-archive',
  contract: 2,
  types: [MAILBOX],
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: ['application/zip', MAILBOX.type],
      extractor: new URL('./extractor.js', import.meta.url),
      ocr: 'never',
    },
  },
});

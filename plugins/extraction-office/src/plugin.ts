import { definePlugin } from '@archivolt/plugin-kit';
import { FORMATS } from './formats.js';

export default definePlugin({
  id: 'extraction-office',
  contract: 2,
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: Object.keys(FORMATS),
      extractor: new URL('./extractor.js', import.meta.url),
      ocr: 'never',
    },
  },
});

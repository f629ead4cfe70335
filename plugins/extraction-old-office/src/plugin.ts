import { definePlugin } from '@archivolt/plugin-kit';

export default definePlugin({
  id: 'extraction-old-office',
  contract: 2,
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: [
        'application/msword',
        'application/vnd.ms-excel',
        'application/vnd.ms-excel.sheet.binary.macroenabled.12',
        'application/vnd.ms-outlook',
        'application/vnd.ms-powerpoint',
      ],
      extractor: new URL('./extractor.js', import.meta.url),
      ocr: 'never',
    },
  },
});

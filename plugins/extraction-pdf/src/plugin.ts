import { definePlugin, PLUGIN_CONTRACT } from '@archivolt/plugin-kit';

/** pdfium has a decoder for these pictures, which are common in PDFs. */
const JPEG2000 = ['image/j2c', 'image/jp2', 'image/jpx'];

export default definePlugin({
  id: 'extraction-pdf',
  contract: PLUGIN_CONTRACT,
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: ['application/pdf', ...JPEG2000],
      draws: ['application/pdf', ...JPEG2000],
      selectsPages: ['application/pdf'],
      joins: ['application/pdf'],
      extractor: new URL('./extractor.js', import.meta.url),
      ocr: 'sometimes',
    },
  },
});

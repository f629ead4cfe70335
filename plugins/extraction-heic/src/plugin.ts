import { definePlugin, PLUGIN_CONTRACT } from '@archivolt/plugin-kit';

const HEIC = ['image/heic', 'image/heic-sequence', 'image/heif', 'image/heif-sequence'];

export default definePlugin({
  id: 'extraction-heic',
  contract: PLUGIN_CONTRACT,
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: HEIC,
      draws: HEIC,
      // Before extraction-image, which gets what is not coded as HEVC: an AVIF picture may have the type of HEIF.
      priority: 1,
      extractor: new URL('./extractor.js', import.meta.url),
      ocr: 'always',
    },
  },
});

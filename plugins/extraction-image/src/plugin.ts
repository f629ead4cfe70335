import { definePlugin, PLUGIN_CONTRACT } from '@archivolt/plugin-kit';

export default definePlugin({
  id: 'extraction-image',
  contract: PLUGIN_CONTRACT,
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: [
        'image/png',
        'image/jpeg',
        'image/webp',
        'image/gif',
        'image/tiff',
        'image/avif',
        'image/bmp',
        'image/heic',
        'image/heif',
      ],
      draws: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/tiff', 'image/avif', 'image/bmp'],
      extractor: new URL('./extractor.js', import.meta.url),
      ocr: 'always',
      addons: true,
    },
  },
});

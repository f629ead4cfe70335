import { definePlugin } from '@archivolt/plugin-kit';
import { LANGUAGES } from './languages.js';

export default definePlugin({
  id: 'ocr-template',
  contract: 2,
  provides: {
    ocr: {
      form: 'sandboxed',
      engine: new URL('./engine.js', import.meta.url),
      installedLanguages: async () => LANGUAGES,
    },
  },
});

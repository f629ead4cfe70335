import { definePlugin, PLUGIN_CONTRACT } from '@archivolt/plugin-kit';
import { findLanguageData, languagesIn } from './language-data.js';

export default definePlugin({
  id: 'ocr-tesseract',
  contract: PLUGIN_CONTRACT,
  provides: {
    ocr: {
      form: 'sandboxed',
      engine: new URL('./engine.js', import.meta.url),
      addons: true,
      installedLanguages: async () => languagesIn(await findLanguageData()),
    },
  },
});

import { definePlugin } from '@archivolt/plugin-kit';
import { NotesConfig } from './notes.config.js';

export default definePlugin<NotesConfig>({
  id: 'extraction-notes',
  contract: 2,
  config: NotesConfig,
  types: [{ type: 'application/x-acme-notes', extensions: ['acme'] }],
  provides: {
    extraction: {
      form: 'sandboxed',
      accepts: ['application/x-acme-notes'],
      extractor: new URL('./extractor.js', import.meta.url),
    },
  },
});

import { readFile } from 'node:fs/promises';
import { defineExtractor } from '@archivolt/plugin-kit';
import type { NotesConfig } from './notes.config.js';

/** A note is a zero byte followed by text with some bits inverted. */
export default defineExtractor<NotesConfig>({
  async extract({ path }, { config, signal, limits }) {
    const bytes = await readFile(path, { signal });
    if (bytes[0] !== 0 || bytes.length < 2) return { outcome: 'corrupt', pages: [], reason: 'The file is not a note.' };
    const text = Buffer.from(bytes.subarray(1).map((byte) => byte ^ config.mask)).toString('utf8');
    const clean = text.replaceAll('\0', '').slice(0, limits.maxChars).toWellFormed();
    return clean.trim() === ''
      ? { outcome: 'empty', pages: [], reason: 'The note is empty.' }
      : { outcome: 'text', pages: [{ text: clean, source: 'text-layer' }] };
  },
});

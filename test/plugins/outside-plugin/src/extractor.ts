import { readFile } from 'node:fs/promises';
import { defineExtractor } from '@archivolt/plugin-kit';

/** A note is a zero byte and text whose bits are turned over. */
export default defineExtractor({
  async extract({ path }, { signal, limits }) {
    const bytes = await readFile(path, { signal });
    if (bytes[0] !== 0 || bytes.length < 2) return { outcome: 'corrupt', pages: [], reason: 'This is no note.' };
    const text = Buffer.from(bytes.subarray(1).map((byte) => byte ^ 0xff)).toString('utf8');
    const clean = text.replaceAll('\0', '').slice(0, limits.maxChars).toWellFormed();
    return clean.trim() === ''
      ? { outcome: 'empty', pages: [], reason: 'The note is empty.' }
      : { outcome: 'text', pages: [{ text: clean, source: 'text-layer' }] };
  },
});

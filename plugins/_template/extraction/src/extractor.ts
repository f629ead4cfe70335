import { readFile } from 'node:fs/promises';
import { defineExtractor, type ExtractionResult } from '@archivolt/plugin-kit';
import type { TemplateConfig } from './template.config.js';

/** What a file of this format begins with. */
const MAGIC = 'TEMPLATE\n';

export default defineExtractor<TemplateConfig>({
  async extract(input, { config, limits, signal }): Promise<ExtractionResult> {
    if (input.size > config.maxBytes)
      return { outcome: 'too-large', pages: [], reason: `The file is larger than ${config.maxBytes} bytes.` };
    const bytes = await readFile(input.path, { signal });
    if (bytes.length === 0) return { outcome: 'empty', pages: [], reason: 'The file is empty.' };
    if (!bytes.toString('latin1').startsWith(MAGIC))
      return { outcome: 'corrupt', pages: [], reason: 'The file does not begin as such a file does.' };
    const text = cleaned(bytes.toString('utf8').slice(MAGIC.length));
    if (text.trim() === '') return { outcome: 'empty', pages: [], reason: 'There is no text in the file.' };
    return {
      outcome: 'text',
      pages: [{ text: cleaned(text.slice(0, limits.maxChars)), source: 'text-layer' }],
      truncated: text.length > limits.maxChars,
    };
  },
});

/** The host takes valid Unicode without NUL only. */
function cleaned(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

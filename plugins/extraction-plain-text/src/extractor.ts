import { defineExtractor, type ExtractionInput, type ExtractionResult } from '@archivolt/plugin-kit';
import { decode } from './decode.js';
import { mailText } from './mail-text.js';
import { readStart } from './read-start.js';
import { visibleText } from './visible-text.js';

/** UTF-8 needs at most four bytes for what `maxChars` counts as one or two. */
const BYTES_PER_CHAR = 4;
const MARKUP = new Set(['application/xhtml+xml', 'image/svg+xml', 'text/html']);

export default defineExtractor({
  async extract(input, { limits, signal }): Promise<ExtractionResult> {
    const bytes = await readStart(input.path, limits.maxChars * BYTES_PER_CHAR, signal);
    const text = readable(input, bytes);
    signal.throwIfAborted();
    if (isBinary(text.slice(0, 65_536)))
      return { outcome: 'unsupported', pages: [], reason: 'The file does not hold readable text.' };
    const clean = text.replaceAll('\0', '').toWellFormed();
    if (clean.trim() === '') return { outcome: 'empty', pages: [], reason: 'There is no text in the file.' };
    const page = clean.slice(0, limits.maxChars).toWellFormed();
    return {
      outcome: 'text',
      pages: [{ text: page, source: 'text-layer' }],
      truncated: bytes.length < input.size || page.length < clean.length,
    };
  },
});

function readable({ type }: ExtractionInput, bytes: Buffer): string {
  if (type === 'message/rfc822') return mailText(mailBytes(bytes));
  const text = decode(bytes, namedEncoding(bytes));
  return MARKUP.has(type) ? visibleText(text) : text;
}

/** A mail saved as UTF-16 by a Windows program is brought back to bytes; any other is bytes. */
function mailBytes(bytes: Buffer): string {
  const isUtf16 = bytes.subarray(0, 256).includes(0);
  return isUtf16 ? Buffer.from(decode(bytes), 'utf8').toString('latin1') : bytes.toString('latin1');
}

/** `<?xml encoding="…"?>` or `<meta charset=…>`. */
function namedEncoding(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 2048);
  return /<\?xml[^>]{0,100}encoding=["']([\w-]+)["']|<meta[^>]{0,200}charset=["']?([\w-]+)/i
    .exec(start)
    ?.slice(1)
    .find(Boolean);
}

function isBinary(sample: string): boolean {
  const strange = sample.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g)?.length ?? 0;
  return strange > sample.length / 10;
}

import { open } from 'node:fs/promises';
import { decodeText, type ExtractionInput, type ExtractionLimits, type ExtractionResult } from '@archivolt/plugin-kit';

/** UTF-8 needs at most four bytes for what `maxChars` counts as one or two. */
const BYTES_PER_CHAR = 4;

/** The text of a file that has the name or the first words of a mailbox, and is none. */
export async function letterText(
  { path, size }: ExtractionInput,
  { maxChars }: ExtractionLimits,
): Promise<ExtractionResult> {
  const bytes = await beginningOf(path, Math.min(size, maxChars * BYTES_PER_CHAR));
  const whole = bytes.includes(0) ? '' : decodeText(bytes);
  if (whole.trim() === '') return { outcome: 'empty', pages: [], reason: 'There are no mails in it.' };
  const text = whole.slice(0, maxChars).toWellFormed();
  const truncated = bytes.length < size || text.length < whole.length;
  return { outcome: 'text', pages: [{ text, source: 'text-layer' }], truncated };
}

async function beginningOf(path: string, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

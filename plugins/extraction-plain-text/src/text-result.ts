import type { ExtractionResult } from '@archivolt/plugin-kit';

/** The result for the text of a file, of which there may be more than was read. */
export function textResult(text: string, { maxChars, isCut }: { maxChars: number; isCut: boolean }): ExtractionResult {
  if (isBinary(text.slice(0, 65_536)))
    return { outcome: 'unsupported', pages: [], reason: 'The file does not hold readable text.' };
  const clean = text.replaceAll('\0', '').toWellFormed();
  if (clean.trim() === '') return { outcome: 'empty', pages: [], reason: 'There is no text in the file.' };
  const page = clean.slice(0, maxChars).toWellFormed();
  return {
    outcome: 'text',
    pages: [{ text: page, source: 'text-layer' }],
    truncated: isCut || page.length < clean.length,
  };
}

function isBinary(sample: string): boolean {
  const unreadable = sample.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g)?.length ?? 0;
  return unreadable > sample.length / 10;
}

import { readFile } from 'node:fs/promises';
import {
  defineExtractor,
  isNoise,
  type ExtractedPage,
  type ExtractionLimits,
  type ExtractionResult,
} from '@archivolt/plugin-kit';
import { READERS, type Reading } from './readers.js';

export default defineExtractor({
  async extract(input, { limits, signal }): Promise<ExtractionResult> {
    const read = Object.hasOwn(READERS, input.type) ? READERS[input.type] : undefined;
    if (read === undefined) return without('unsupported', `Files of the type ${input.type} are not read.`);
    if (input.size === 0) return without('empty', 'The file has no bytes.');
    if (input.size > limits.maxInflatedBytes) return without('too-large', 'The file is larger than is allowed.');
    const bytes = await readFile(input.path, { signal });
    try {
      return finish(await read(bytes, limits), limits);
    } catch (error) {
      // What a damaged file says about itself may point anywhere in it, and beyond.
      if (error instanceof RangeError) return without('corrupt', 'The file is damaged and cannot be read.');
      throw error;
    }
  },
});

function finish({ attachments, ...reading }: Reading, limits: ExtractionLimits): ExtractionResult {
  return { ...textOf(reading, limits), ...(attachments && { attachments }) };
}

function textOf({ pages, warnings }: Reading, { maxChars }: ExtractionLimits): ExtractionResult {
  const kept: ExtractedPage[] = [];
  let room = maxChars;
  for (const page of pages) {
    if (room <= 0) break;
    kept.push({ ...page, text: page.text.slice(0, room).replaceAll('\0', '').toWellFormed() });
    room -= page.text.length;
  }
  if (kept.every(({ text }) => text.trim() === ''))
    return warnings.length > 0
      ? without('corrupt', 'Parts of the file are missing, and there is no text in the others.')
      : without('empty', 'There is no text in the file.');
  if (kept.every(({ text }) => text.trim() === '' || isNoise(text)))
    return without('corrupt', 'The file is damaged: what is in it is not readable text.');
  return { outcome: 'text', pages: kept, truncated: room < 0 || kept.length < pages.length, warnings };
}

function without(outcome: Exclude<ExtractionResult['outcome'], 'text'>, reason: string): ExtractionResult {
  return { outcome, pages: [], reason };
}

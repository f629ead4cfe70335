import { defineShortTextReader, isSevenBitEncoding } from '@archivolt/plugin-kit';
import { namedEncoding } from './named-encoding.js';
import { textResult } from './text-result.js';

/** Reads valid UTF-8. Every other encoding has to be guessed, which is left to the extractor in the sandbox. */
export default defineShortTextReader((given, { maxChars }) => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.includes(0) || isSevenBitEncoding(namedEncoding(bytes))) return undefined;
  try {
    return textResult(new TextDecoder('utf-8', { fatal: true }).decode(bytes), { maxChars, isCut: false });
  } catch {
    return undefined;
  }
});

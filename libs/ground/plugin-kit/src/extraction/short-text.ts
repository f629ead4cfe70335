import type { ExtractionResult } from './extractor.js';
import type { ExtractionLimits } from './limits.js';

/** Bytes of the longest file that is read in the process of the server. */
export const MOST_SHORT_TEXT_BYTES = 32 * 1024;

/**
 * Reads a whole file of at most {@link MOST_SHORT_TEXT_BYTES} on the thread that also answers requests, without the
 * sandbox: it may decode characters, and must not parse. The time it takes must be proportional to the length. Returns
 * what the extractor of the plugin returns for the same file, or `undefined` to leave the file to it, which is always
 * right.
 */
export type ShortTextReader = (bytes: Uint8Array, limits: ExtractionLimits) => ExtractionResult | undefined;

/** The default export of the module that `shortTexts.reader` names. */
export function defineShortTextReader(reader: ShortTextReader): ShortTextReader {
  return reader;
}

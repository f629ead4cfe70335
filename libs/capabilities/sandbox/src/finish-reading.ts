import { isRecognizedNoise, noiseIn, type ExtractedPage, type NoiseKind } from '@archivolt/plugin-kit';
import { finishText, type FinishedText } from './finish-text.js';

const REASONS: Readonly<Record<NoiseKind, string>> = {
  encoded: 'What is in the file is encoded data, such as Base64 or a hex dump, and no text.',
  letters: 'What was read is no text: its letters make no words of any language.',
  unreadable: 'What was read is no text: most of its characters make no words of any language.',
};
const PICTURES = 'No text was found: what was recognized in the pictures are no words.';

export interface FinishedReading extends FinishedText {
  /** The pages as they are kept. */
  kept: readonly ExtractedPage[];
  /** Why what was read is no text, for people. */
  noise?: string;
}

/**
 * The text that is kept of what a plugin read: nothing of pages where recognition found no words, and none at all, with
 * the reason, when it is no text.
 */
export function finishReading(pages: readonly ExtractedPage[], maxChars: number): FinishedReading {
  const kept = pages.map((page) => (isOfNoWords(page) ? { ...page, text: '', words: [] } : page));
  const finished = finishText(kept, maxChars);
  if (finished.text === '') return { ...finished, kept, ...(pages.some(isOfNoWords) && { noise: PICTURES }) };
  const kind = noiseIn(finished.text);
  return { ...finished, kept, ...(kind && { noise: REASONS[kind] }) };
}

/** Plugins are not all compiled against the types. */
function isOfNoWords({ source, text, confidence }: ExtractedPage): boolean {
  return source === 'ocr' && text.trim() !== '' && isRecognizedNoise(text, confidence);
}

import { defineOcrEngine, type OcrImage } from '@archivolt/plugin-kit';
import { LANGUAGES } from './languages.js';

const DARK = 128;

/** Tells a page with ink from a blank one, to show what the contract asks. Put your recognizer in place of `wordsOf`. */
export default defineOcrEngine(() => ({
  async recognize(image, { languages, signal }) {
    signal.throwIfAborted();
    const text = wordsOf(image);
    const missing = languages.filter((language) => !LANGUAGES.includes(language));
    return {
      text,
      confidence: text === '' ? 0 : 50,
      languages: LANGUAGES,
      warnings: missing.map((language) => `The data of the language ${language} is not installed.`),
    };
  },
  async close() {
    // Frees workers and memory.
  },
}));

function wordsOf({ gray }: OcrImage): string {
  return gray.some((shade) => shade < DARK) ? 'ink' : '';
}

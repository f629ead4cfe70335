import { normalizeText } from '@archivolt/plugin-kit';

// Hyphens that pdfium marks as made by the end of a line only.
const BROKEN_WORD = /[\u0002\uFFFE]\s*/g;
// Letters in a shape for print: searching for the plain letter has to find them.
const SHAPES = /[\uFB00-\uFB06\uFB13-\uFDFF\uFE70-\uFEFC]/g;

// Where writing direction changes there is often no space in the file.
const DIRECTION_CHANGE = /(?<=[\u0620-\u064A])(?=[a-z])|(?<=[a-z])(?=[\u0620-\u064A])/gi;
// Accents drawn next to their letter: on the letter before when it can bear one, else on the letter after.
const ACCENTS: Record<string, { mark: string; letters: string }> = {
  '\u00B4': { mark: '\u0301', letters: 'aeiouyAEIOUY' },
  '\u00A8': { mark: '\u0308', letters: 'aeiouyAEIOUY' },
};
const LOOSE_ACCENT = /(\p{L})([\u00B4\u00A8])/gu;

export function tidyTextLayer(text: string): string {
  return tidy(
    attachAccents(
      text
        .replace(/\r\n?/g, '\n')
        .replace(BROKEN_WORD, '')
        .replace(SHAPES, (shape) => normalizeText(shape, 'NFKC'))
        .replace(DIRECTION_CHANGE, ' '),
    ),
  );
}

function attachAccents(text: string): string {
  const onLetterBefore = text.replace(LOOSE_ACCENT, (whole: string, before: string, accent: string) => {
    const { mark, letters } = ACCENTS[accent] ?? { mark: '', letters: '' };
    return letters.includes(before) ? before + mark : whole;
  });
  return onLetterBefore.replace(/([\u00B4\u00A8])(\p{L})/gu, (whole: string, accent: string, after: string) => {
    const { mark, letters } = ACCENTS[accent] ?? { mark: '', letters: '' };
    return letters.includes(after) ? after + mark : whole;
  });
}

export function tidyOcrText(text: string): string {
  return tidy(text.replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2'));
}

function tidy(text: string): string {
  return normalizeText(text.replaceAll('\0', '').toWellFormed(), 'NFC').trim();
}

/** The parts that say something new, one below the other. */
export function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/** Those of `notes` that have a word which is not in `text`. */
export function withoutKnown(notes: readonly string[], text: string): string[] {
  const known = new Set(wordsIn(text));
  return notes.filter((note) => !wordsIn(note).every((word) => known.has(word)));
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

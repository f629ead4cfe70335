import { normalizeText } from '@archivolt/plugin-kit';
import { joinBrokenWords, KnownWords } from './broken-words.js';

/** What `closeGaps` puts in the place of a space that is none. */
const CLOSED_GAP = /\u2060/g;
// Letters in a shape for print: searching for the plain letter has to find them.
const SHAPES = /[\uFB00-\uFB06\uFB13-\uFDFF\uFE70-\uFEFC]/g;

// Where writing direction changes there is often no space in the file.
const DIRECTION_CHANGE = /(?<=[\u0620-\u064A])(?=[a-z])|(?<=[a-z])(?=[\u0620-\u064A])/gi;
// A bracket that closes before a word from right to left, or opens after one.
const RIGHT_TO_LEFT = /[\p{sc=Hebr}\p{sc=Arab}]/u;
const WRONG_WAY_ROUND =
  /(?<=^|\s)[)\]}](?=[\p{sc=Hebr}\p{sc=Arab}\p{N}])|(?<=[\p{sc=Hebr}\p{sc=Arab}\p{N}][.!?]?)[([{](?=[.,:;!?]?(?:\s|$))/gmu;
const MIRRORED: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' };
// Accents drawn next to their letter: on the letter before when it can bear one, else on the letter after.
const ACCENTS: Record<string, { mark: string; letters: string }> = {
  '\u00B4': { mark: '\u0301', letters: 'aeiouyAEIOUY' },
  '\u00A8': { mark: '\u0308', letters: 'aeiouyAEIOUY' },
};
/** Shorter ones are read into noise, too. */
const SHORTEST_WORD = 3;
const LOOSE_ACCENT = /(\p{L})([\u00B4\u00A8])/gu;

/** `known` has the words of pages before, and gets those of this one. */
export function tidyTextLayer(text: string, known = new KnownWords()): string {
  return tidyWord(mirrorBrackets(joinBrokenWords(text.replace(/\r\n?/g, '\n').replace(CLOSED_GAP, ''), known)));
}

/** What is done to each word of a text layer. */
export function tidyWord(word: string): string {
  return tidy(
    attachAccents(
      word
        .replace(CLOSED_GAP, '')
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

export function tidyOcrText(text: string, known = new KnownWords()): string {
  return tidy(joinBrokenWords(text, known));
}

/** Brackets are turned round in text from right to left; in some files they have been turned already. */
function mirrorBrackets(text: string): string {
  if (!RIGHT_TO_LEFT.test(text)) return text;
  return text.replace(WRONG_WAY_ROUND, (bracket) => MIRRORED[bracket] ?? bracket);
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

/** The lines of a text layer that say more than what recognition saw; those of single letters say nothing. */
export function linesWithMore(layer: string, seen: string): string {
  const known = new Set(wordsIn(seen));
  const saysMore = (line: string) => wordsIn(line).some((word) => word.length >= SHORTEST_WORD && !known.has(word));
  return layer.split('\n').filter(saysMore).join('\n');
}

export function countWords(text: string): number {
  return wordsIn(text).filter((word) => word.length >= SHORTEST_WORD).length;
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

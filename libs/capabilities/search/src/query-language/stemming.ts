import { foldWords, normalizeText } from '@archivolt/plugin-kit';
import type { StemmingLanguage } from '#config/search';
import { changedForms } from './inflections.js';

/**
 * Returns the stems of a word in the configured languages, folded, and the forms that begin with none of them; nothing for a
 * text that is not one word of letters.
 */
export type Stem = (text: string) => string[];

type Stemmer = (word: string) => string;

/** Each is loaded only when it is configured. */
const STEMMERS: Record<StemmingLanguage, () => Promise<{ stemmer: Stemmer }>> = {
  arabic: () => import('@orama/stemmers/arabic'),
  armenian: () => import('@orama/stemmers/armenian'),
  danish: () => import('@orama/stemmers/danish'),
  dutch: () => import('@orama/stemmers/dutch'),
  english: () => import('@orama/stemmers/english'),
  finnish: () => import('@orama/stemmers/finnish'),
  french: () => import('@orama/stemmers/french'),
  german: () => import('@orama/stemmers/german'),
  greek: () => import('@orama/stemmers/greek'),
  hungarian: () => import('@orama/stemmers/hungarian'),
  indonesian: () => import('@orama/stemmers/indonesian'),
  irish: () => import('@orama/stemmers/irish'),
  italian: () => import('@orama/stemmers/italian'),
  lithuanian: () => import('@orama/stemmers/lithuanian'),
  norwegian: () => import('@orama/stemmers/norwegian'),
  portuguese: () => import('@orama/stemmers/portuguese'),
  romanian: () => import('@orama/stemmers/romanian'),
  russian: () => import('@orama/stemmers/russian'),
  spanish: () => import('@orama/stemmers/spanish'),
  swedish: () => import('@orama/stemmers/swedish'),
  turkish: () => import('@orama/stemmers/turkish'),
};

/** By the codes of `languageOf`. */
const OF_CODE: ReadonlyMap<string, StemmingLanguage> = new Map([
  ...([
    ['ar', 'arabic'],
    ['da', 'danish'],
    ['de', 'german'],
    ['el', 'greek'],
    ['en', 'english'],
  ] as const),
  ...([
    ['es', 'spanish'],
    ['fi', 'finnish'],
    ['fr', 'french'],
    ['ga', 'irish'],
    ['hu', 'hungarian'],
  ] as const),
  ...([
    ['hy', 'armenian'],
    ['id', 'indonesian'],
    ['it', 'italian'],
    ['lt', 'lithuanian'],
    ['nl', 'dutch'],
  ] as const),
  ...([
    ['no', 'norwegian'],
    ['pt', 'portuguese'],
    ['ro', 'romanian'],
    ['ru', 'russian'],
    ['sv', 'swedish'],
  ] as const),
  ...([['tr', 'turkish']] as const),
]);

const MIN_STEM_LENGTH = 3;
/** UTF-16 units; words of the index have at most 64 characters. */
const MAX_WORD_LENGTH = 64;
/** Letters of the scripts in which these languages are written, all with spaces between words. */
const WORD = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Arabic}\p{M}]+$/u;
const DIGIT = /\p{N}/u;

/** Returns the language that words of this language have stems in, by its code of ISO 639-1. */
export function stemmingLanguageOf(code: string): StemmingLanguage | undefined {
  return OF_CODE.get(code);
}

/** Loads the stemmers of these languages. */
export async function loadStem(languages: readonly StemmingLanguage[]): Promise<Stem> {
  const stemmers = await Promise.all(languages.map(async (language) => (await STEMMERS[language]()).stemmer));
  return (text) => stemsOf(text, stemmers, languages);
}

function stemsOf(text: string, stemmers: readonly Stemmer[], languages: readonly StemmingLanguage[]): string[] {
  if (text.length > MAX_WORD_LENGTH || !WORD.test(text) || DIGIT.test(text)) return [];
  const word = normalizeText(text, 'NFC').toLowerCase();
  const [folded = ''] = foldWords(word);
  const stems = stemmers
    .map((stemmer) => foldWords(stemmer(word)))
    .filter(isOneWord)
    .flat();
  const forms = new Set([...stems, ...changedForms(folded, languages)]);
  return [...forms].filter((stem) => stem !== folded && Array.from(stem).length >= MIN_STEM_LENGTH);
}

function isOneWord(words: readonly string[]): boolean {
  return words.length === 1;
}

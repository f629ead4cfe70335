import { characterKind, SPACED } from '../character-kinds.js';
import type { RankedMark } from '../relevance/ranked-sets.js';
import type { SearchField } from '../search-backend.js';
import { SEPARATOR } from '../separator.js';
import { wordTerms } from '../words.js';

/** UTF-16 units of a folded content that documents are compared by. An engine may pass more of it. */
export const CHARACTERS_COMPARED = 8_192;

/** Folded texts of a document, as far as they are compared. */
export interface ComparedTexts {
  name: string;
  content: string;
}

/** A term of a document, and how often its field has it. */
export interface OccurringTerm {
  field: Extract<SearchField, 'content' | 'name'>;
  term: string;
  occurrences: number;
}

/** A term by which documents like one are found. */
export interface TellingTerm {
  /** Among the `indexTerms` of this field, not as a prefix. */
  mark: Extract<RankedMark, { kind: 'term' }>;
  /** From 1 to 64. */
  weight: number;
}

/** What tells most about a document. */
export interface TellingTerms {
  /** Those that other documents have too. */
  terms: TellingTerm[];
  /** Of as many terms, with those that only this document has: what a document with the same text would have. */
  weight: number;
}

/** Terms that are looked up to learn how many documents have them. */
const MOST_OF_CONTENT = 48;
const MOST_OF_NAME = 8;
/** Of them, those with a digit: the numbers of a long table would leave no place for words. */
const MOST_WITH_DIGITS = 16;
const SHORTEST = 2;
/** Letters from which on a longer word is not taken for a rarer one. */
const LONGEST_COUNTED = 10;

const MOST_TELLING = 32;
const MOST_WEIGHT = 64;
/** Documents that may have a telling term: at most so many, and not more than a quarter of all where there are many. */
const MOST_DOCUMENTS = 5_000;
const FEW_DOCUMENTS = 20;

const DIGIT = /\p{Nd}/u;

/** Returns how often a folded text has each of its terms, without what was added to it for other ways of writing. */
export function occurrencesIn(folded: string): Map<string, number> {
  const occurrences = new Map<string, number>();
  for (const word of wordsOf(folded)) {
    if (word === '') continue;
    // Most words are a term themselves.
    if (characterKind(word.codePointAt(0) ?? 0) === SPACED) occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
    else for (const term of wordTerms(word)) occurrences.set(term, (occurrences.get(term) ?? 0) + 1);
  }
  return occurrences;
}

function wordsOf(folded: string): string[] {
  const end = folded.indexOf(` ${SEPARATOR} `);
  return (end < 0 ? folded : folded.slice(0, end)).split(' ');
}

export function hasDigit(term: string): boolean {
  return DIGIT.test(term);
}

/**
 * Returns the terms of a document that may be telling, a bounded number. How many documents have each is not known yet:
 * what a text repeats and long words come first, because short ones are usually frequent.
 */
export function occurringTerms({ name, content }: ComparedTexts): OccurringTerm[] {
  return [
    ...chosenOf('content', content.slice(0, CHARACTERS_COMPARED), MOST_OF_CONTENT),
    ...chosenOf('name', name, MOST_OF_NAME),
  ];
}

function chosenOf(field: OccurringTerm['field'], folded: string, most: number): OccurringTerm[] {
  const all = [...occurrencesIn(folded)]
    .filter(([term]) => term.length >= SHORTEST)
    .map(([term, occurrences]) => ({ field, term, occurrences }))
    .sort((a, b) => promise(b) - promise(a));
  const withDigits = new Set(all.filter(({ term }) => hasDigit(term)).slice(0, MOST_WITH_DIGITS));
  return all.filter((each) => withDigits.has(each) || !hasDigit(each.term)).slice(0, most);
}

function promise({ term, occurrences }: OccurringTerm): number {
  return stress(occurrences) * Math.min(term.length, LONGEST_COUNTED);
}

/** Twice as many occurrences add as much each time. */
function stress(occurrences: number): number {
  return 1 + Math.log2(occurrences);
}

/** Returns the documents that a telling term may have at most, of so many; an engine need not count further. */
export function mostFrequent(documents: number): number {
  return Math.min(MOST_DOCUMENTS, Math.max(FEW_DOCUMENTS, Math.floor(documents / 4)));
}

/**
 * Returns the terms that tell most: few documents have them, and this one repeats them. `frequencies` says how many of
 * the active documents of the organization have each term; `documents` is the number of all of them. No document is found
 * by what only this one has, or what very many have.
 */
export function tellingTerms(
  terms: readonly OccurringTerm[],
  frequencies: readonly number[],
  documents: number,
): TellingTerms {
  const most = mostFrequent(documents);
  // The same text may have any name.
  const hasContent = terms.some(({ field }) => field === 'content');
  const valued = terms
    .map((term, index) => ({ ...term, frequency: Math.max(1, frequencies[index] ?? 0) }))
    .filter(({ frequency }) => frequency <= most)
    .map(({ field, term, occurrences, frequency }) => ({
      mark: { kind: 'term' as const, field, term },
      isShared: frequency > 1,
      value: Math.log2(1 + (documents - frequency + 0.5) / (frequency + 0.5)) * stress(occurrences),
    }))
    .sort((a, b) => b.value - a.value);
  const highest = valued[0]?.value ?? 1;
  const weighted = valued.map((term) => ({
    ...term,
    weight: Math.max(1, Math.round((MOST_WEIGHT * term.value) / highest)),
  }));
  return {
    terms: weighted
      .filter(({ isShared }) => isShared)
      .slice(0, MOST_TELLING)
      .map(({ mark, weight }) => ({ mark, weight })),
    weight: weighted
      .filter(({ isShared, mark }) => isShared || mark.field === 'content' || !hasContent)
      .slice(0, MOST_TELLING)
      .reduce((sum, { weight }) => sum + weight, 0),
  };
}

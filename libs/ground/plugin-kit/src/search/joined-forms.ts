import { characterKind, SPACED, SPACED_MARK } from './character-kinds.js';
import { fold } from './fold.js';
import { locatedNumbersOf } from './grouped-numbers.js';
import { umlautForm } from './umlaut-forms.js';

/** Another form of a part of a text, under which it is found too. */
export interface LocatedForm {
  form: string;
  start: number;
  end: number;
}

/** Of a text, besides its grouped numbers: tables of numbers have very many. */
const MOST_FORMS = 5_000;
const SHORTEST_IDENTIFIER = 6;
const LONGEST_IDENTIFIER = 40;
const LONGEST_WORD = 64;
const MOST_DIGITS_WITH_SPACES = 20;
const FEWEST_DIGITS_OF_IBAN = 10;

const LETTER = String.raw`\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{Nd}`;
const PART = String.raw`[${LETTER}][${LETTER}\p{M}]{0,30}`;
const BEGIN = String.raw`(?<![\p{L}\p{N}\p{M}])`;
const END = String.raw`(?![\p{L}\p{N}\p{M}])`;
const HYPHEN = String.raw`\-\u2010\u2011`;
/**
 * Parts joined by hyphens, slashes, points or underscores: `e-mail`, `AB-1234/56`, `31.12.2025`. A point that letters follow
 * stands before the ending of a file name, or in an address.
 */
const PARTS = String.raw`${PART}(?:(?:[${HYPHEN}/_]|\.(?=\d))${PART}){1,8}`;
const JOINED = new RegExp(`${BEGIN}${PARTS}${END}`, 'gu');
const IS_JOINED = new RegExp(`^${PARTS}$`, 'u');
/** Groups of digits with spaces between them, with the signs of telephone numbers, after a short mark of a country. */
const SPACED_DIGITS = new RegExp(
  String.raw`${BEGIN}(?:\p{Lu}{2}[ \u00a0])?\d{1,9}(?:[ \u00a0\u202f/()${HYPHEN}]{1,2}\d{1,9}){1,9}${END}`,
  'gu',
);
const IBAN = new RegExp(
  String.raw`${BEGIN}[A-Z]{2}\d{2}(?:[ \u00a0][A-Z0-9]{4}){2,7}(?:[ \u00a0][A-Z0-9]{1,3})?${END}`,
  'gu',
);
const NOT_IN_WORD = /[^\p{L}\p{N}\p{M}]+/gu;
const HYPHENS_ONLY = /^[^/._]*$/;
const DECIMAL = /^\d+\.\d+$/;
const GROUPED = /^\d{1,3}(?:\.\d{3})+$/;
const HAS_DIGIT = /\p{Nd}/u;
const NO_DIGIT = /[^\p{Nd}]+/gu;
/** Callers who dial the number of the country leave out a zero in parentheses. */
const ZERO_IN_PARENTHESES = '(0)';
const DIGRAPH = /[aou]e|aa/gi;
/** The number in an identifier that begins with letters: people type it without them. */
const NUMBER_AFTER_LETTERS = /^\p{L}[\p{L}\p{M}]*(?<number>\p{Nd}{4}[\p{L}\p{M}\p{Nd}]*)$/u;
const DIGITS = /\p{Nd}{4,}/gu;
/** A number that is filled up with zeros. */
const FILLED_UP = /^0+(?<number>[1-9]\d{2,})$/;

/**
 * Yields the other forms of the parts of a text, with their places: grouped numbers with joined digits, identifiers and
 * dates without their separators, words without their hyphens, `muller` for `Mueller` when the language writes it so, and
 * numbers without the letters or zeros before them.
 */
export function* locatedFormsOf(text: string, hasUmlauts: boolean): Generator<LocatedForm> {
  for (const { number, start, end } of locatedNumbersOf(text)) yield { form: number, start, end };
  const known = new Set<string>();
  for (const located of otherFormsOf(text, hasUmlauts)) {
    if (known.has(located.form)) continue;
    if (known.size === MOST_FORMS) return;
    known.add(located.form);
    yield located;
  }
}

function* otherFormsOf(text: string, hasUmlauts: boolean): Generator<LocatedForm> {
  const numbers = new Map<string, LocatedForm>();
  for (const [found, start] of matchesOf(JOINED, text)) {
    const form = joinedWord(found);
    if (form === undefined) continue;
    const end = start + found.length;
    yield { form, start, end };
    for (const number of numbersAfterLetters(form))
      if (!numbers.has(number)) numbers.set(number, { form: number, start, end });
  }
  for (const [found, start] of matchesOf(SPACED_DIGITS, text)) {
    for (const form of joinedDigits(found)) yield { form, start, end: start + found.length };
  }
  for (const [found, start] of matchesOf(IBAN, text)) {
    const form = found.replace(NOT_IN_WORD, '');
    if (form.replace(/\D/g, '').length >= FEWEST_DIGITS_OF_IBAN) yield { form, start, end: start + found.length };
  }
  if (hasUmlauts) yield* umlautFormsOf(text);
  yield* numbers.values();
  yield* numberFormsOf(text);
}

/** Numbers without the letters or zeros before them in the same word. */
function* numberFormsOf(text: string): Generator<LocatedForm> {
  for (const [digits, at] of matchesOf(DIGITS, text)) {
    let start = at;
    while (start > 0 && at - start <= LONGEST_IDENTIFIER && isInWord(text, start - 1)) start -= 1;
    let end = at + digits.length;
    while (end < text.length && end - at <= LONGEST_IDENTIFIER && isInWord(text, end)) end += 1;
    const word = text.slice(start, end);
    if (word.length > LONGEST_IDENTIFIER) continue;
    const zeros = numberWithoutZeros(word);
    for (const form of zeros === undefined ? numbersAfterLetters(word) : [zeros]) yield { form, start, end };
  }
}

/** Returns `email` for `e-mail`, `ab123456` for `AB-1234/56`; `undefined` for a text of another kind. */
export function joinedWord(text: string): string | undefined {
  const joined = text.replace(NOT_IN_WORD, '');
  if (!HAS_DIGIT.test(text)) return HYPHENS_ONLY.test(text) && joined.length <= LONGEST_WORD ? joined : undefined;
  if (joined.length < SHORTEST_IDENTIFIER || joined.length > LONGEST_IDENTIFIER) return undefined;
  return DECIMAL.test(text) || GROUPED.test(text) ? undefined : joined;
}

/** The number of `AB004711`, as it is and without its zeros; nothing for other texts. */
function numbersAfterLetters(word: string): string[] {
  const number = NUMBER_AFTER_LETTERS.exec(word)?.groups?.['number'];
  return number === undefined ? [] : [number, numberWithoutZeros(number) ?? number];
}

/** Returns `4711` for `004711`; `undefined` for a text of another kind, and for a number of two digits. */
export function numberWithoutZeros(text: string): string | undefined {
  return FILLED_UP.exec(text)?.groups?.['number'];
}

/** Returns whether the whole text is parts joined by hyphens, slashes, points or underscores. */
export function isJoined(text: string): boolean {
  return IS_JOINED.test(text);
}

/**
 * Returns words that were typed one after the other as one identifier: groups of digits, also with a few letters, such as
 * those of an IBAN, a telephone or part number. `undefined` when they are none.
 */
export function joinedIdentifier(words: readonly string[]): string | undefined {
  const parts = words.flatMap((word) => partsOfIdentifier(word));
  const joined = parts.join('');
  if (joined.length < SHORTEST_IDENTIFIER || joined.length > LONGEST_IDENTIFIER) return undefined;
  const digits = joined.replace(NO_DIGIT, '').length;
  return parts.length > 1 && 2 * digits >= joined.length && parts.every(isPartOfIdentifier) ? joined : undefined;
}

export function partsOfIdentifier(text: string): string[] {
  return text.split(NOT_IN_WORD).filter((part) => part !== '');
}

/** Of letters, only a few: `invoice 2025` is a word and a year. */
export function isPartOfIdentifier(part: string): boolean {
  return HAS_DIGIT.test(part) || part.length <= 4;
}

function joinedDigits(found: string): string[] {
  const joined = found.replace(NOT_IN_WORD, '');
  // Without a space or parenthesis it is of the other kind.
  if (!/[ \u00a0\u202f()]/.test(found)) return [];
  if (joined.length < SHORTEST_IDENTIFIER || joined.length > MOST_DIGITS_WITH_SPACES) return [];
  return found.includes(ZERO_IN_PARENTHESES)
    ? [joined, found.replace(ZERO_IN_PARENTHESES, '').replace(NOT_IN_WORD, '')]
    : [joined];
}

/** Words written with `ae`, `oe` and `ue`, as they are folded with umlauts. */
function* umlautFormsOf(text: string): Generator<LocatedForm> {
  let end = 0;
  for (const { index } of text.matchAll(DIGRAPH)) {
    if (index < end) continue;
    let start = index;
    while (start > end && index - start < LONGEST_WORD && isInWord(text, start - 1)) start -= 1;
    end = index;
    while (end < text.length && end - start < LONGEST_WORD && isInWord(text, end)) end += 1;
    const form = umlautForm(fold(text.slice(start, end)));
    if (form !== undefined) yield { form, start, end };
  }
}

/** Letters beyond the first 65,536 are in no word with umlauts. */
function isInWord(text: string, at: number): boolean {
  const kind = characterKind(text.charCodeAt(at));
  return kind === SPACED || kind === SPACED_MARK;
}

function* matchesOf(pattern: RegExp, text: string): Generator<[found: string, start: number]> {
  for (const match of text.matchAll(pattern)) yield [match[0], match.index];
}

import { indexTerms, sortKey } from '@archivolt/plugin-kit';

/** Of a document, what its labels are learned from. */
export interface ReadableDocument {
  /** That of its file. */
  name: string;
  /** At least the first {@link TEXT_LENGTH} characters of its text, if it has so many. */
  text: string;
}

/** What a document has of the words that count, by the number of each, and the words as they are written. */
export interface DocumentFeatures {
  buckets: Uint32Array;
  /** One for each bucket. */
  words: string[];
}

/** Letterhead, subject and the first page: what tells documents apart is there. */
export const TEXT_LENGTH = 6_000;
/** Words are known by a hash of so many values: memory does not grow with the number of words. */
export const BUCKETS = 2 ** 18;

const NAME_LENGTH = 255;
const MOST_WORDS = 300;
/** Of neighbouring words, in the order of the text: mostly those of the letterhead. */
const MOST_PAIRS = 150;
const MOST_NAME_WORDS = 20;
const MOST_TERMS = 40;
const SHORTEST_WORD = 3;
const LONGEST_WORD = 40;
/** Shorter ones are amounts, years and numbers of houses. */
const SHORTEST_NUMBER = 5;
const LONGEST_ADDRESS = 100;
const MOST_ADDRESSES = 20;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const ASCII = /^[\x20-\x7e]+$/;
const DIGITS = /^\p{N}+$/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const BETWEEN_ADDRESSES = /[\s<>()[\],;:"']+/;

/** Takes time in proportion to {@link TEXT_LENGTH}, whatever the text. */
export function featuresOf({ name, text }: ReadableDocument): DocumentFeatures {
  const found = new Map<number, string>();
  const start = text.slice(0, TEXT_LENGTH);
  addName(found, name.slice(0, NAME_LENGTH));
  addAddresses(found, start);
  addWords(found, start);
  return { buckets: Uint32Array.from(found.keys()), words: [...found.values()] };
}

/** The name of a file without its ending and its numbers, which are those of dates and scanners. */
function addName(found: Map<number, string>, name: string): void {
  const dot = name.lastIndexOf('.');
  const words = (dot > 0 ? name.slice(0, dot) : name).match(/[\p{L}\p{M}]+/gu) ?? [];
  for (const word of words.slice(0, MOST_NAME_WORDS))
    if (word.length >= SHORTEST_WORD && word.length <= LONGEST_WORD) add(found, `name ${folded(word)}`, word);
}

/** Who has sent a mail, and whose letter it is. */
function addAddresses(found: Map<number, string>, text: string): void {
  let addresses = 0;
  for (const part of text.split(BETWEEN_ADDRESSES)) {
    const at = part.length > LONGEST_ADDRESS ? -1 : part.indexOf('@');
    if (at < 1 || at === part.length - 1) continue;
    if (add(found, `address ${part.toLowerCase()}`, part)) addresses += 1;
    const domain = part.slice(at);
    add(found, `domain ${domain.toLowerCase()}`, domain);
    if (addresses === MOST_ADDRESSES) return;
  }
}

function addWords(found: Map<number, string>, text: string): void {
  let [words, pairs] = [0, 0];
  let before: { key: string; word: string } | undefined;
  for (const [word] of text.matchAll(WORD)) {
    if (words >= MOST_WORDS && pairs >= MOST_PAIRS) return;
    if (UNSPACED.test(word)) {
      before = undefined;
      for (const term of indexTerms([sortKey(word)]).slice(0, MOST_TERMS))
        if (words < MOST_WORDS && add(found, term, term)) words += 1;
      continue;
    }
    if (word.length > LONGEST_WORD) {
      before = undefined;
      continue;
    }
    const key = folded(word);
    if (words < MOST_WORDS && isTelling(word) && add(found, key, word)) words += 1;
    if (before && pairs < MOST_PAIRS && add(found, `${before.key} ${key}`, `${before.word} ${word}`)) pairs += 1;
    before = { key, word };
  }
}

function isTelling(word: string): boolean {
  return word.length >= (DIGITS.test(word) ? SHORTEST_NUMBER : SHORTEST_WORD);
}

/** True when it is new. */
function add(found: Map<number, string>, key: string, word: string): boolean {
  const bucket = hashOf(key) % BUCKETS;
  if (found.has(bucket)) return false;
  found.set(bucket, word);
  return true;
}

function folded(word: string): string {
  return ASCII.test(word) ? word.toLowerCase() : sortKey(word);
}

/** FNV-1a with a final mix: the low bits are to depend on all characters. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

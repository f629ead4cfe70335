/** Where a word is in a text: from `start` up to `end`, in UTF-16 units. */
export interface WordPlace {
  /** Index of the word. */
  word: number;
  start: number;
  end: number;
}

/** What the text of a page leaves out of its words, or adds to them. */
const IGNORED = /[\s\u00ad]/;
const HYPHEN_AT_END = /[-\u2010\u2011]$/;
/** UTF-16 units of the text in which the next two words are looked for, after a word that is not where it should be. */
const WINDOW = 2_000;
/** Words in a row that may be looked for in this way; a text that has been rewritten is not worth more. */
const MOST_MISSES = 200;

/**
 * Finds the words of a page in its text. Both have the same order, but the text may have been tidied: words that were
 * broken at the end of a line are joined, accents are composed, form fields are added. A word that is not found is left
 * out; the words after it are found again.
 */
export function alignWords(text: string, words: readonly string[]): WordPlace[] {
  const { squeezed, positions } = squeeze(text);
  const places: WordPlace[] = [];
  const needles = words.map((word) => squeeze(word).squeezed);
  let at = 0;
  let misses = 0;
  for (let word = 0; word < needles.length; word += 1) {
    const found = findWord(squeezed, at, needles, word, misses < MOST_MISSES);
    if (!found) {
      misses += 1;
      continue;
    }
    misses = 0;
    at = found.at + found.length;
    if (found.length > 0) places.push({ word, start: positions[found.at] ?? 0, end: (positions[at - 1] ?? 0) + 1 });
  }
  return places;
}

function findWord(
  text: string,
  at: number,
  needles: readonly string[],
  word: number,
  looksFurther: boolean,
): { at: number; length: number } | undefined {
  const needle = needles[word] ?? '';
  if (text.startsWith(needle, at)) return { at, length: needle.length };
  const joined = needle.replace(HYPHEN_AT_END, '');
  if (joined !== needle && text.startsWith(joined, at)) return { at, length: joined.length };
  if (!looksFurther) return undefined;
  // A single word could be any of many equal ones.
  const ahead = text.slice(at, at + WINDOW);
  const pair = needle + (needles[word + 1] ?? '');
  const distance = pair === needle ? -1 : ahead.indexOf(pair);
  return distance < 0 ? undefined : { at: at + distance, length: needle.length };
}

/** The text without white space, and where each of its units was. */
function squeeze(text: string): { squeezed: string; positions: Uint32Array } {
  const positions = new Uint32Array(text.length);
  let squeezed = '';
  let count = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && !isIgnored(text, at)) {
      positions[count] = at;
      count += 1;
      continue;
    }
    squeezed += text.slice(from, at);
    from = at + 1;
  }
  return { squeezed, positions };
}

function isIgnored(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit <= 0x20) return true;
  return unit >= 0x80 && IGNORED.test(text.charAt(at));
}

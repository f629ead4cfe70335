const SHORTEST = 5;
/** After these, the letters belong to others: `neue`, `Bauer`, `Quelle`. */
const NOT_BEFORE = /[aeiouyq]/;
const FIRST_OF_DIGRAPH = /[aou]/;
const DOUBLE_A = /^aa[^aeiou]/;
const HAS_DIGIT = /\p{N}/u;

/** The languages in whose texts `ae`, `oe` and `ue` may stand for umlauts; names in English ones. */
export const LANGUAGES_WITH_UMLAUTS: ReadonlySet<string> = new Set(['da', 'de', 'en', 'fi', 'no', 'sv', 'und']);

/**
 * Returns a folded word with `a`, `o` and `u` for `ae`, `oe` and `ue`, as words with umlauts are folded: `muller` for
 * `mueller`, and `arhus` for `aarhus`. The last two letters stay, since a word may be still being typed. `undefined` when
 * nothing changes.
 */
export function umlautForm(word: string): string | undefined {
  if (word.length < SHORTEST || HAS_DIGIT.test(word)) return undefined;
  let form = '';
  for (let at = 0; at < word.length; at += 1) {
    const letter = word.charAt(at);
    form += letter;
    if (at + 1 < word.length - 2 && isDigraph(word, at)) at += 1;
  }
  return form === word ? undefined : form;
}

function isDigraph(word: string, at: number): boolean {
  if (at === 0 && DOUBLE_A.test(word)) return true;
  if (!FIRST_OF_DIGRAPH.test(word.charAt(at)) || word.charAt(at + 1) !== 'e') return false;
  return at === 0 || !NOT_BEFORE.test(word.charAt(at - 1));
}

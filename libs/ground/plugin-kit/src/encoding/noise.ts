const SAMPLE_CHARS = 20_000;
/** Below these a text is judged by its unreadable characters alone. */
const FEWEST_PAIRS = 20;
const MOST_CHANGES = 0.3;
const MOST_UNREADABLE = 0.1;
const UNREADABLE = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufffd]|\p{Co}|\p{Cn}|\p{Cs}/u;
/** Scripts that stand in one word. All others are one more, each by itself a word. */
const SCRIPTS = [
  /\p{Script=Latin}|\p{Script=Common}/u,
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}/u,
  ...['Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai', 'Devanagari'].map(
    (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
  ),
];
/** Of scripts that are not named above, how much of the code space one takes. */
const BLOCK = 7;
const LETTER = /\p{L}/u;

/**
 * True for characters that are not text of any language: bytes that were taken for letters. In real texts few words change
 * the script in the middle, and hardly a character is unreadable.
 */
export function isNoise(text: string): boolean {
  let [signs, unreadable, pairs, changes] = [0, 0, 0, 0];
  let before: number | undefined;
  for (const sign of text.slice(0, SAMPLE_CHARS)) {
    signs += 1;
    if (UNREADABLE.test(sign)) unreadable += 1;
    const script = LETTER.test(sign) ? scriptOf(sign) : undefined;
    if (script !== undefined && before !== undefined) {
      pairs += 1;
      if (script !== before) changes += 1;
    }
    before = script;
  }
  return unreadable > signs * MOST_UNREADABLE || (pairs >= FEWEST_PAIRS && changes > pairs * MOST_CHANGES);
}

function scriptOf(letter: string): number {
  const known = SCRIPTS.findIndex((script) => script.test(letter));
  return known >= 0 ? known : SCRIPTS.length + ((letter.codePointAt(0) ?? 0) >> BLOCK);
}

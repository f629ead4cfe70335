/** Below these a text is judged by its unreadable characters alone. */
const FEWEST_PAIRS = 20;
const MOST_CHANGES = 0.3;
const MOST_UNREADABLE = 0.1;
/** Those that control devices are in hardly any text. */
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]/;
const MOST_CONTROLS = 0.05;
const UNREADABLE = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufffd]|\p{Co}|\p{Cn}|\p{Cs}/u;
/** Scripts that stand in one word. Of those that are not named here, each part of the code space is one. */
const SCRIPTS = [
  ['Latin', 'Common', 'Inherited'],
  ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo'],
  ...[
    ['Cyrillic'],
    ['Greek'],
    ['Arabic'],
    ['Hebrew'],
    ['Thai'],
    ['Devanagari'],
    ['Armenian'],
    ['Georgian'],
    ['Ethiopic'],
  ],
  ...[
    ['Bengali'],
    ['Tamil'],
    ['Telugu'],
    ['Kannada'],
    ['Malayalam'],
    ['Gujarati'],
    ['Gurmukhi'],
    ['Oriya'],
    ['Sinhala'],
  ],
  ...[
    ['Lao'],
    ['Khmer'],
    ['Myanmar'],
    ['Tibetan'],
    ['Mongolian'],
    ['Syriac'],
    ['Thaana'],
    ['Cherokee'],
    ['Nko'],
    ['Vai'],
  ],
  ...[
    ['Canadian_Aboriginal'],
    ['Yi'],
    ['Tifinagh'],
    ['Coptic'],
    ['Glagolitic'],
    ['Javanese'],
    ['Balinese'],
    ['Tai_Tham'],
  ],
].map((names) => new RegExp(names.map((name) => `\\p{Script=${name}}`).join('|'), 'u'));
const BLOCK = 7;
const LETTER = /\p{L}/u;

/** True when many characters are of the kinds that no text has. */
export function isUnreadable(text: string): boolean {
  let [signs, unreadable, controls] = [0, 0, 0];
  for (const sign of text) {
    signs += 1;
    if (UNREADABLE.test(sign)) unreadable += 1;
    if (CONTROL.test(sign)) controls += 1;
  }
  return unreadable > signs * MOST_UNREADABLE || controls > signs * MOST_CONTROLS;
}

/** True when the script changes in the middle of many words. */
export function changesScripts(text: string): boolean {
  const scripts = new Map<string, number>();
  let [pairs, changes] = [0, 0];
  let before: number | undefined;
  for (const sign of text) {
    const script = LETTER.test(sign) ? (scripts.get(sign) ?? scriptOf(sign)) : undefined;
    if (script !== undefined) scripts.set(sign, script);
    if (script !== undefined && before !== undefined) {
      pairs += 1;
      if (script !== before) changes += 1;
    }
    before = script;
  }
  return pairs >= FEWEST_PAIRS && changes > pairs * MOST_CHANGES;
}

function scriptOf(letter: string): number {
  const known = SCRIPTS.findIndex((script) => script.test(letter));
  return known >= 0 ? known : SCRIPTS.length + ((letter.codePointAt(0) ?? 0) >> BLOCK);
}

/** The letters beyond ASCII that languages are written with; what is read in a wrong encoding has those of several. */
const ALPHABETS = [
  ...['äöüßé', 'àâæçéèêëîïôœùûüÿ', 'áéíñóúüç', 'áâãàçéêíóôõúü', 'àèéìíîòóùú', 'éëèïöü', 'æøåäöéü', 'áðéíóúýþæö'],
  ...['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţșț', 'čćđšž', 'çğıöşüâîû'],
  ...['õäöüšž', 'āčēģīķļņšūž', 'ąčęėįšųūž'],
].map((letters) => new Set(letters));
/** The letters of other scripts, and how much of a text the frequent ones make. */
const SCRIPTS = [
  { letters: /[\u0400-\u045f\u0490\u0491]/, frequent: new Set('оеаинтсрвлкмдпуяыьзбгчйіїє') },
  { letters: /[\u0386-\u03ce]/, frequent: new Set('αοιετσνηυρπκμλςωγδάέίόήύώ') },
  { letters: /[\u05d0-\u05ea]/, frequent: new Set('ויהלאמתרבשנםדכעחפק') },
  { letters: /[\u0621-\u064a]/, frequent: new Set('ايلمنوترهبةعدسفحقكأشج') },
  { letters: /[\u0e01-\u0e4e]/, frequent: new Set('านรอกเงมยลวดทสตะปบคหแจพชขใไโ่้ัิีุู') },
];
const RARE = 0.3;
/** What a letter counts in a word of capitals, which are rarer than words of small letters. */
const OF_CAPITALS = 0.85;
/** Letters that are words. */
const WORDS = new Set('àáâéèêíóôöúåæøëÿавикосуяйжізηο');
const LETTER = /\p{L}|\p{M}/u;
const LATIN = /[A-Za-z\u00aa-\u024f]/;
const QUOTES = /[‘’“”„‚«»‹›]/;
const JOINING = /[–—…•·\u00a0\u00ad]/;
const BESIDE_NUMBERS = /[€£¥¢§°±²³½¼¾µ×÷†‰®©™¿¡ªº¶]/;
const NUMBER_OR_SPACE = /^[\d\s]?$/;
const DRAWN = /[\u2500-\u259f]/;
const UNDEFINED = /[\x80-\x9f\ufffd\ue000-\uf8ff]/;

/**
 * How plausible the characters beyond ASCII are: 1 when they all are letters of one language, or signs where such signs
 * stand; below 0 when most of them are not. 0 for a text of ASCII.
 */
export function textWorth(text: string): number {
  const letters = new Map<string, number>();
  let [worth, count] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign < '\x80') continue;
    const [before, after] = [text[at - 1] ?? '', text[at + 1] ?? ''];
    count += 1;
    if (UNDEFINED.test(sign)) worth -= 2;
    else if (!LETTER.test(sign) || /[ªº]/.test(sign)) worth += signWorth(sign, before, after);
    else if (isMisplaced(sign, before, after)) worth -= 1;
    else add(letters, lowerCase(sign), isUpper(sign) && isUpper(before) ? OF_CAPITALS : 1);
  }
  return count === 0 ? 0 : (worth + lettersWorth(letters)) / count;
}

function add(letters: Map<string, number>, letter: string, count: number): void {
  letters.set(letter, (letters.get(letter) ?? 0) + count);
}

/** Of the language that explains most of them. */
function lettersWorth(letters: ReadonlyMap<string, number>): number {
  const sum = (worthOf: (letter: string) => number): number =>
    [...letters].reduce((worth, [letter, count]) => worth + worthOf(letter) * count, 0);
  return Math.max(
    ...ALPHABETS.map((alphabet) => sum((letter) => (alphabet.has(letter) ? 1 : -1))),
    ...SCRIPTS.map((script) =>
      sum((letter) => (script.frequent.has(letter) ? 1 : script.letters.test(letter) ? RARE : -1)),
    ),
  );
}

/** A capital inside of a word, letters of two scripts in one, or a letter alone that is not a word. */
function isMisplaced(letter: string, before: string, after: string): boolean {
  if (isUpper(letter) && isLower(before)) return true;
  if (isLower(letter) && isUpper(after)) return true;
  const isLatin = LATIN.test(letter);
  const neighbours = [before, after].filter((each) => LETTER.test(each));
  if (neighbours.some((each) => LATIN.test(each) !== isLatin)) return true;
  return neighbours.length === 0 && !WORDS.has(lowerCase(letter));
}

function signWorth(sign: string, before: string, after: string): number {
  const isInWord = LETTER.test(before) && LETTER.test(after);
  if (QUOTES.test(sign)) return sign === '’' || !isInWord ? 1 : -1;
  if (JOINING.test(sign)) return isInWord ? RARE : 1;
  if (DRAWN.test(sign)) return [before, after].some((each) => DRAWN.test(each)) ? RARE : -1;
  if (!BESIDE_NUMBERS.test(sign)) return isInWord ? -1 : -RARE;
  if (isInWord) return -1;
  return NUMBER_OR_SPACE.test(before) || NUMBER_OR_SPACE.test(after) ? 1 : -RARE;
}

function isUpper(sign: string): boolean {
  return sign !== sign.toLowerCase();
}

function isLower(sign: string): boolean {
  return sign !== sign.toUpperCase();
}

function lowerCase(letter: string): string {
  return letter === 'İ' ? 'i' : letter.toLowerCase();
}
